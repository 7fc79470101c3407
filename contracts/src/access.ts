/**
 * Who may call a route.
 * - `public`: anyone, signed in or not
 * - `user`: a signed-in person
 * - `subscriber`: a signed-in person who has a ZIP that is granted, on a running trial or paid, else 402
 * - `admin`: a signed-in admin; everybody else sees a route that does not exist
 * - `partner`: an API key or, where the site allows it, a user id as bearer
 * - `ingest`: an ingestion key as bearer
 * - `internal`: another service; never routed from outside
 */
export type Access = 'public' | 'user' | 'subscriber' | 'admin' | 'partner' | 'ingest' | 'internal';
