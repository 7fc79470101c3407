# `make` lists the verbs. Everything runs with the Node 24 that npm installs into node_modules.

SYSTEM_PATH := $(PATH)
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
# Halves the CPU time of a start.
export NODE_COMPILE_CACHE := $(CURDIR)/.local/compile-cache
MAKEFLAGS += --no-print-directory

# Runs a script with the environment of a process of the running product; FILE, EMAIL and so on go along.
BESIDE := node infra/local/src/run-beside.ts
# The product on a server: docker-compose.production.yml with the settings of .env.production, or of SETTINGS=file.
PRODUCTION_CLI := node infra/production/src/production-cli.ts
PRODUCTION := SETTINGS='$(SETTINGS)' $(PRODUCTION_CLI)
# What changes the version that runs needs the files of one version until its end.
UNMOVED_PRODUCTION := SETTINGS='$(SETTINGS)' infra/production/in-folder $(PRODUCTION_CLI)
REFUSED_NAMES := utils|helpers|common|shared|misc|types
# What `make lint` checks of the sources itself; see infra/code-checks/README.md.
CODE_CHECKS := rails words sentences rows migrations
reported = $(if $(REPORTS),--reporter=default --reporter=./infra/local/src/testing/file-times-reporter.ts --reporter=json --reporter=./infra/local/src/testing/errors-reporter.ts --outputFile.json='$(REPORTS)/$(1).json')
.DEFAULT_GOAL := help

.PHONY: help
help: ## list the verbs
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: install
install: ## install the packages of package-lock.json, when they are not there yet
	@node infra/local/installed.mjs || { echo 'Installing the packages.'; PATH="$(SYSTEM_PATH)" npm ci --no-audit --no-fund --loglevel=error; }

.PHONY: start
start: install ## start everything and show its log; Ctrl-C stops it: [POSTGRES_STANDBY=1] [OBSERVE=1]
	@node infra/local/src/start.ts

.PHONY: stop
stop: install ## stop what `make start` started
	@node infra/local/src/stop.ts

.PHONY: reset
reset: install ## throw away the data of the local platform
	@node infra/local/src/reset.ts

.PHONY: backup
backup: install ## write a backup of all data while the product runs: [TO=folder] [START_OVER=1]
	@START_OVER='$(START_OVER)' node infra/local/src/backup/backup-cli.ts '$(TO)'

.PHONY: withdrawals
withdrawals: install ## write opt-outs and deletions to a file beside the backups: [TO=file]
	@node infra/local/src/backup/withdrawals-cli.ts '$(TO)'

.PHONY: restore
restore: install ## put the data of a backup in the place of what is here: FROM=folder
	@node infra/local/src/backup/restore-cli.ts '$(FROM)'

.PHONY: containers
containers: install ## run everything in containers instead; `docker compose down` ends it
	@node infra/local/src/containers/write-compose-env.ts
	@REVISION=$$(git describe --always --dirty=+ 2> /dev/null) docker compose --env-file .local/compose.env --profile product up --build --detach --wait

.PHONY: test
test: install ## run every test: unit, on the real servers, journeys in a browser: [CHANGED=1 or a revision]
	@node infra/local/src/testing/prepare.ts
	@# Two runs, so that the whole product, which journeys need, does not run beside the other tests.
	@$(if $(CHANGED),node e2e/rows/test-changed-cli.ts '$(CHANGED)',vitest run --project unit --project servers $(call reported,servers); first=$$?; \
	  vitest run --project 'journeys*' $(call reported,journeys) && exit $$first)

.PHONY: test-unit
test-unit: install ## run the tests that need no server
	@vitest run --project unit

.PHONY: mutate
mutate: install ## change the rules of billing, catalog and leads one by one, and see whether their unit tests notice
	@stryker run

.PHONY: test-containers
test-containers: install ## try the image, docker-compose.yml and testcontainers, on Debian's engine where none runs: [TESTS=services/leads]
	@TESTS='$(TESTS)' node e2e/containers/test-containers-cli.ts

.PHONY: test-platform
test-platform: install ## keep servers for tests running, so that each run starts at once
	@node infra/local/src/testing/test-platform-cli.ts

.PHONY: lint
lint: install ## check style, types, import direction, what is unused, names and lengths
	@biome check . --error-on-warnings
	@tsc -p tsconfig.json
	@npm run typecheck --silent --workspace frontend
	@knip --no-progress
	@depcruise --config .dependency-cruiser.mjs contracts chassis services gateway infra frontend/src e2e bench
	@! git ls-files --cached --others --exclude-standard | grep -E '(^|/)($(REFUSED_NAMES))(\.[a-z.]+)?(/|$$)' \
	  || { echo 'These names say nothing about what is inside: name the file for what it exports.'; exit 1; }
	@node infra/code-checks/src/lint-cli.ts $(CODE_CHECKS)
	@node infra/k8s/src/check-cli.ts
	@node e2e/rows/coverage-table.ts --check

.PHONY: measure
measure: install ## print lengths, shares and refused words of the code: [OF=checkout]
	@node infra/code-checks/src/measure-cli.ts '$(OF)'

.PHONY: coverage-table
coverage-table: install ## write docs/spec-coverage.md from the rows that the tests name
	@node e2e/rows/coverage-table.ts

.PHONY: environment-files
environment-files: install ## write compose, .env.example, Prometheus' targets and the dashboards
	@node infra/local/src/containers/environment-files.ts
	@node infra/production/src/production-files.ts
	@node infra/observability/src/dashboards.ts
	@node infra/k8s/src/write-manifests.ts

.PHONY: format
format: install ## put the sources into the house's form
	@biome check --write .

.PHONY: ingest
ingest: install ## deliver a file of leads, or show what it would do: FILE=leads.csv [DRY=1] [MAP=columns.json] [DATES=day-first] [SHIFT=recent]
	@$(BESIDE) leads services/leads/src/ingest-cli.ts

.PHONY: ingest-key
ingest-key: install ## print the local key of the ingestion API, or make one: [NAME=partner]
	@$(BESIDE) closingwire ingestion-key $(if $(NAME),create '$(NAME)',show)

.PHONY: admin
admin: install ## make a registered user an admin: EMAIL=user@example.com
	@$(BESIDE) closingwire admin grant '$(EMAIL)'

.PHONY: replay
replay: install ## send the parked messages of a consumer group again: GROUP=leads
	@$(BESIDE) closingwire replay '$(GROUP)'

.PHONY: production-settings
production-settings: install ## write .env.production for this server, with fresh secrets
	@$(PRODUCTION) settings

.PHONY: doctor
doctor: install ## check .env.production and this server before anything runs
	@$(PRODUCTION) doctor

.PHONY: stripe-setup
stripe-setup: install ## create at Stripe what the product needs there: [ARGS=--roll]
	@$(PRODUCTION) stripe-setup $(ARGS)

.PHONY: deploy
deploy: install ## run the product on this server, on its domain: [IMAGE=registry.example.com/closingwire:2]
	@$(UNMOVED_PRODUCTION) deploy '$(IMAGE)'

.PHONY: update
update: ## fetch a newer version and deploy it beside the one that runs: [VERSION=tag]
	@infra/production/update '$(VERSION)' '$(SETTINGS)' '$(IMAGE)'

.PHONY: rollback
rollback: install ## go back to the version that ran before
	@$(UNMOVED_PRODUCTION) rollback

.PHONY: closingwire
closingwire: install ## run the command line on this server: ARGS='admin grant user@example.com'
	@$(PRODUCTION) run $(ARGS)

.PHONY: production-restore
production-restore: install ## put a backup in place while no product runs: FROM=latest [REPLACE=1]
	@REPLACE='$(REPLACE)' $(UNMOVED_PRODUCTION) restore '$(FROM)'

.PHONY: production-stop
production-stop: install ## take a last backup and end every container; data stays: [WITHOUT_BACKUP=1]
	@WITHOUT_BACKUP='$(WITHOUT_BACKUP)' $(UNMOVED_PRODUCTION) stop

.PHONY: mongo-indexes
mongo-indexes: install ## build the document store's indexes that a start did not: it takes as long as it takes
	@$(BESIDE) content services/content/src/indexes-cli.ts

.PHONY: bench
bench: install ## measure reads, sign-ins and the gateway: [WHAT=list]
	@node bench/src/main.ts

.PHONY: nation
nation: install ## make a nation of data to measure on, some minutes: [SIZE=millions of closings, 6]
	@node bench/src/nation/make-nation-cli.ts

.PHONY: nation-drop
nation-drop: install ## throw that nation away
	@node bench/src/nation/make-nation-cli.ts drop

.PHONY: lighthouse
lighthouse: install ## audit the public pages as on a phone: [URL=…] [PAGES=/help,/contact] [RUNS=5]
	@node e2e/lighthouse/main.ts

.PHONY: chaos
chaos: install ## inject faults under load, then compare the history with the data: [KIND=freeze] [TARGET=…] [ROUNDS=50] [WHAT=money SEEDS=500]
	@node e2e/chaos/main.ts

.PHONY: fuzz
fuzz: install ## send generated nonsense to every route: [FUZZ_PER_ROUTE=500] [FUZZ_SEED=8]
	@FUZZ_PER_ROUTE=$(or $(FUZZ_PER_ROUTE),500) vitest run --project 'journeys*' e2e/hostile-input.journey.ts
	@node e2e/hostile/schemathesis-cli.ts

.PHONY: openapi
openapi: install ## write the OpenAPI and AsyncAPI documents
	@node gateway/src/api-documents-cli.ts
	@biome format --write docs/api

.PHONY: clean
clean: ## remove everything that was built, installed or stored
	@rm -rf node_modules */node_modules */*/node_modules frontend/dist .local
