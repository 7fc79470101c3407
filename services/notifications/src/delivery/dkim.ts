/** The domain and selector name the public key in DNS. */
export type DkimKey = { domain: string; selector: string; privateKey: string };

/**
 * Headers of RFC 6376 section 5.4.1 that we send, and both that RFC 8058 section 4 requires. nodemailer's own list lacks
 * `List-Unsubscribe-Post`.
 */
const signedHeaders = [
  'From',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'To',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
];

export const dkimOptions = ({ domain, selector, privateKey }: DkimKey) => ({
  domainName: domain,
  keySelector: selector,
  privateKey,
  headerFieldNames: signedHeaders.join(':'),
});
