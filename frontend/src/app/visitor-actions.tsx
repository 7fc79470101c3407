import { ButtonLink } from '../ui/button.tsx';

export function VisitorActions() {
  return (
    <>
      <ButtonLink to="/auth" tone="quiet">
        Sign In
      </ButtonLink>
      <ButtonLink to="/register" tone="accent">
        Get Started
      </ButtonLink>
    </>
  );
}
