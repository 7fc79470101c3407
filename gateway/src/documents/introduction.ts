/** What a partner's developer reads first at /api/docs. */
export const introduction = `Contact lists of real estate agents who closed a sale in the last seven days, ZIP by ZIP. Most calls below serve the site's own pages; a program of yours needs those under **Partner API**.

### Read leads with an API key

Make a key under Settings → API access; it begins with \`cw_\`. Then ask for the closings in the account's ZIPs:

\`\`\`sh
curl -H 'Authorization: Bearer cw_…' '{site}/api/v1/agents-properties?zip=98030&limit=200'
\`\`\`

### Deliver leads with an ingestion key

A source of leads gets a key from whoever runs ClosingWire; it begins with \`cwi_\`. Files and streams go as they are:

\`\`\`sh
curl -H 'Authorization: Bearer cwi_…' -H 'Content-Type: text/csv' -T leads.csv -X POST {site}/api/v1/leads
\`\`\`

### Receive webhooks

A source is told which ZIP to look at by a signed message to its own address; see **Webhooks** at the end.

### When a call fails

The reply is a problem document (RFC 9457): \`message\` is for people, \`code\` is stable and for programs, \`requestId\` is for support. 429 and 503 say in \`Retry-After\` how many seconds to wait.`;
