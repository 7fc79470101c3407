/** Text with an optional link at its end. */
export type PolicyBlock =
  | { text: string; link?: { to: string; label: string } }
  | { points: string[]; title?: string };
export type PolicySection = { title: string; blocks: PolicyBlock[] };

/** All sections but the last, which links to the contact page and is in the page itself. */
export const policy: PolicySection[] = [
  {
    title: 'Introduction',
    blocks: [
      {
        text: 'ClosingWire provides contact lists of real estate agents who recently closed property sales, organised by ZIP code. This policy says what we collect about the people who use the service, why, and what they can do about it.',
      },
    ],
  },
  {
    title: 'Information We Collect',
    blocks: [
      {
        title: 'Personal information',
        points: [
          'Name, email address and phone number',
          'Company and industry',
          'Payment information, processed by our card provider; card numbers never reach our servers',
          'Sign-in credentials, stored as a one-way hash',
          'Your acceptance of our Terms of Use: version, time, IP address and browser',
          'Profile details you choose to add',
        ],
      },
      {
        title: 'Usage information',
        points: [
          'Your ZIP code subscriptions',
          'Search queries and filters',
          'Dashboard activity',
          'Technical information such as browser type and IP address',
        ],
      },
    ],
  },
  {
    title: 'How We Use Your Information',
    blocks: [
      {
        points: [
          'To provide your lists and keep them current',
          'To process payments and send receipts',
          'To tell you about your lists, your trial and your account',
          'To answer your questions',
          'To keep the service safe and make it better',
        ],
      },
    ],
  },
  {
    title: 'Data Sources',
    blocks: [
      {
        text: 'The agent and sale data in our lists is compiled from public records: property transactions, MLS records and other public real estate databases. This section is about the agents in our lists; the other sections are about people with an account.',
      },
      {
        title: 'What we keep about an agent',
        points: [
          'Name, license number, brokerage and team',
          'Email addresses, phone numbers, websites and office address',
          "Each closed sale: the property's address, date and price, and the agent's role",
          'Which source reported it, and when',
          'The results of checks, with their dates: whether an address takes mail, the kind of a phone, and whether it is on the national do-not-call registry or known to be wrong. Services that work for us check addresses and phones',
        ],
      },
      {
        text: 'Subscribers get these data in lists, files and an API, to contact agents on business. Lists also show past sales, so we keep them until the agent opts out or asks us to delete them. After an opt-out nobody gets them from us.',
      },
      {
        text: 'Are you an agent who wants to be left out of them? We mail a link to the address that you name, and leave you out when you open it. A phone or license number that our data do not show beside your address waits until one of us has looked at it. What has taken effect we keep only as fingerprints and masked, so that you stay out.',
        link: { to: '/opt-out', label: 'Opt out of our lists' },
      },
      {
        title: 'Agents in California',
        points: [
          'Residents of California can send one request to every registered data broker with the state platform DROP, at privacy.ca.gov/drop',
          'A registered data broker downloads its lists at least every 45 days. They contain fingerprints of email addresses and phone numbers',
          'If an address or number in a list belongs to one agent, we delete the data of this agent. We keep only fingerprints, so that they are never listed again',
          'If several agents share it, all of them leave our lists',
        ],
      },
    ],
  },
  {
    title: 'Information Sharing',
    blocks: [
      { text: 'We do not sell your personal information. We share it only:' },
      {
        points: [
          'with service providers who work for us, such as the card provider and the mail service',
          'where the law requires it',
          'in a business transfer such as a merger or acquisition',
        ],
      },
    ],
  },
  {
    title: 'Data Security',
    blocks: [
      {
        text: 'Data travels encrypted, passwords are stored only as hashes, and access is limited to those who need it. No system is perfectly secure; if something happens that concerns you, we will tell you.',
      },
    ],
  },
  {
    title: 'Your Rights and Choices',
    blocks: [
      {
        points: [
          'Account access: see and correct your details in your settings',
          'Email preferences: change them in your settings at any time',
          'Data portability: download a copy of your data in your settings, under Your data, or ask us for it',
          'Account deletion: delete your account in your settings, under Your data, or contact us and we will do it',
          'Marketing opt-out: use the unsubscribe link at the end of every email that is not about security or payments',
        ],
      },
      {
        text: 'All of these are one page away.',
        link: { to: '/settings', label: 'Open your settings' },
      },
    ],
  },
  {
    title: 'Data Retention',
    blocks: [
      {
        text: 'We keep your information while your account exists and for as long afterwards as the law or open payments require. After that a fingerprint of your email address, from which the address cannot be read, tells us that your free trial was used.',
      },
    ],
  },
  {
    title: 'Cookies and Tracking',
    blocks: [
      {
        text: 'We use cookies that keep you signed in and the storage of your browser to remember your order and theme. We use no advertising trackers.',
      },
    ],
  },
  {
    title: "Children's Privacy",
    blocks: [
      {
        text: 'The service is not for anyone under 18, and we do not knowingly collect information from children.',
      },
    ],
  },
  {
    title: 'Changes to This Policy',
    blocks: [
      {
        text: 'When this policy changes, the new text appears on this page with its date. We announce important changes by email.',
      },
    ],
  },
];
