import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { notify } from '../../lib/notify.ts';
import { NoticeBox } from '../../ui/notice-box.tsx';

/** Long enough to read the email address. */
const EMAIL_CHANGED_MS = 8000;

/** Texts for the outcome of an emailed link, by the word in the URL. */
const linkNotices: ReadonlyMap<string, { title: string; text: string }> = new Map(
  Object.entries({
    'other-address': {
      title: 'One more link to confirm',
      text: 'We also sent a link to the other address. Open both links to change your email.',
    },
    'password-needed': {
      title: 'This change needs your password',
      text: 'Nothing was changed. If you want another email, enter it below with your current password.',
    },
    'no-password': {
      title: 'Choose a password',
      text: 'Several sign-ups used your address, so we kept none of their passwords. Choose one below for your next sign-in.',
    },
    'other-account': {
      title: 'The other account is ready',
      text: 'Its address is confirmed. You are still signed in with the account below: log out to sign in with the other.',
    },
    'link-used': {
      title: 'This link was already used',
      text: 'The change was made earlier. Your email is shown below.',
    },
    'link-expired': {
      title: 'This link has expired',
      text: 'Nothing was changed. To change your email, enter the new one below again.',
    },
    'link-unknown': {
      title: 'This link is not valid',
      text: 'Nothing was changed. Use the link in our latest email, or enter your new email below again.',
    },
  }),
);

/** Shown once, after the link that completes a change of address. */
const emailChangedCopy = (email: string) => ({
  title: 'Email changed',
  description: `You sign in with ${email} from now on.`,
});

/** The outcome of an emailed link. Only known words have a text: a URL cannot put text on the page. */
export default function LinkOutcome({ word, email }: { word: string; email: string }) {
  useEmailChanged(word === 'email-changed', email);
  const notice = linkNotices.get(word);
  return (
    notice && (
      <NoticeBox title={notice.title} className="mt-5">
        {notice.text}
      </NoticeBox>
    )
  );
}

/** Shows the completed change of address once, then removes the parameter from the URL. */
function useEmailChanged(isChanged: boolean, email: string): void {
  const navigate = useNavigate();
  const { pathname, hash } = useLocation();
  useEffect(() => {
    if (!isChanged) return;
    notify({ ...emailChangedCopy(email), tone: 'positive', durationMs: EMAIL_CHANGED_MS });
    navigate({ pathname, hash }, { replace: true });
  }, [isChanged, email, navigate, pathname, hash]);
}
