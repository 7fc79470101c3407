-- One database per service, as the local platform makes them.
create database auth;
create database billing;
create database catalog;
create database leads;
create database notifications;
