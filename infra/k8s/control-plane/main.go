// One process that is a control plane for tests: the API server of Kubernetes, and etcd, which it keeps its objects in.
// It runs no scheduler, no controllers and no nodes: what is applied to it is checked, admitted and stored, and stays so.
package main

import (
	"log"
	"net/url"
	"os"

	"go.etcd.io/etcd/server/v3/embed"
	"k8s.io/component-base/cli"
	"k8s.io/kubernetes/cmd/kube-apiserver/app"
)

// Starts etcd in a folder of its own; address is where it listens.
func startEtcd(folder, address string) {
	config := embed.NewConfig()
	config.Dir = folder
	config.LogLevel = "error"
	// The data is thrown away with the test.
	config.UnsafeNoFsync = true
	client, err := url.Parse(address)
	if err != nil {
		log.Fatalf("expected a URL for etcd, got %q: %v", address, err)
	}
	config.ListenClientUrls = []url.URL{*client}
	config.AdvertiseClientUrls = []url.URL{*client}
	peer := url.URL{Scheme: "http", Host: "127.0.0.1:0"}
	config.ListenPeerUrls = []url.URL{peer}
	server, err := embed.StartEtcd(config)
	if err != nil {
		log.Fatalf("etcd did not start: %v", err)
	}
	<-server.Server.ReadyNotify()
}

func main() {
	startEtcd(os.Getenv("ETCD_FOLDER"), os.Getenv("ETCD_ADDRESS"))
	os.Exit(cli.Run(app.NewAPIServerCommand()))
}
