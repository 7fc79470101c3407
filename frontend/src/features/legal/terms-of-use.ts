import type { PolicySection } from './privacy-policy.ts';

/** All sections but the last, which links to the contact page. `termsVersion` names the day of this text. */
export const terms: PolicySection[] = [
  {
    title: 'What we offer',
    blocks: [
      {
        text: 'ClosingWire sells lists of real estate agents who recently closed a sale, by ZIP code. You use them to contact agents on business. By creating an account you accept these terms, for yourself and for the company that you work for.',
      },
    ],
  },
  {
    title: 'Not for decisions about people',
    blocks: [
      {
        text: 'We are not a consumer reporting agency, and our lists are not consumer reports under the Fair Credit Reporting Act (FCRA). You must not use them, alone or with other data, to decide whether somebody gets:',
      },
      {
        points: [
          'credit or a loan',
          'a job, or keeps one',
          'a home to rent',
          'insurance',
          'anything else for which the FCRA requires a consumer report',
        ],
      },
    ],
  },
  {
    title: 'Calls and texts',
    blocks: [
      {
        text: 'You choose whom you call and how, so you are responsible for the rules on calling. They include the Telephone Consumer Protection Act (TCPA), the Telemarketing Sales Rule and the laws of the states.',
      },
      {
        points: [
          'Check numbers against the national and state do-not-call registries before you call. Marks in our lists help, but they do not replace your own check',
          'Get the consent that the law requires before you use an autodialer, a recorded voice or text messages',
          'Call only at permitted hours, and say who you are',
          'Keep your own list of people who asked you not to call, and follow it',
        ],
      },
    ],
  },
  {
    title: 'Emails',
    blocks: [
      {
        text: 'You are the sender of your emails, so you are responsible for the CAN-SPAM Act.',
      },
      {
        points: [
          'Name yourself truthfully as the sender, with a subject that fits the content',
          'Say that the email is an advertisement, and give your postal address',
          'Offer a way to opt out, and follow each opt-out within 10 business days',
        ],
      },
    ],
  },
  {
    title: 'Sources and their licenses',
    blocks: [
      {
        text: 'Our data come from public records and other sources. Some sources license them on terms of their own, for example that you name the source. Where that is so, the details of a lead and the files name the source.',
      },
      {
        points: [
          'Use the lists inside your company. Do not sell them, publish them or pass them on',
          'Keep the name of a source where a list shows it',
          'When a license ends, or an agent opts out, the data leave our lists. Remove them from your own tools, too',
        ],
      },
    ],
  },
  {
    title: 'What the exclusivity of a ZIP code promises',
    blocks: [
      {
        text: 'While you hold a ZIP code, we give its list to no other account that counts to your industry. The details are these:',
      },
      {
        points: [
          'Accounts of other industries can hold the same ZIP code and get the same agents',
          'Agents can be in several ZIP codes, and their sales are public. Others can know them from elsewhere',
          'Exclusivity begins when the ZIP code is yours, and ends when you give it up or your subscription ends',
          'After an unpaid trial we hold your ZIP codes for some days, and then release them. We email you first',
        ],
      },
    ],
  },
  {
    title: 'Price, trial and end',
    blocks: [
      {
        text: 'You pay by the month for each ZIP code. The order shows the amount before you confirm it, and your settings show it under Billing. A trial is free; without a card nothing is charged after it. You can cancel anytime.',
      },
    ],
  },
  {
    title: 'Wrong data',
    blocks: [
      {
        text: 'Data from public sources contain errors. We do not promise that each contact is right. If a lead is wrong, flag it. If we confirm that a contact is wrong, you get a credit for the month of its ZIP code, as far as you paid for it.',
      },
    ],
  },
  {
    title: 'Your account',
    blocks: [
      {
        points: [
          'You are at least 18 years old, and your details are true',
          'Keep your password, your user ID and your API keys to yourself: they open your lists',
          'We can suspend an account that breaks these terms or the law, or that harms the service',
        ],
      },
    ],
  },
  {
    title: 'Changes to these terms',
    blocks: [
      {
        text: 'When these terms change, the new text appears on this page with its date, and we ask you once to accept it. We store which version you accepted, when, and from which address and browser. The export of your data contains it.',
      },
    ],
  },
];
