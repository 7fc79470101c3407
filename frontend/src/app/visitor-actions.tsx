import { ButtonLink } from '../ui/button.tsx';

export function VisitorActions() {
  return (
    <div data-visitors-only className="contents">
      <ButtonLink to="/auth" tone="quiet">
        Sign In
      </ButtonLink>
      <ButtonLink to="/register" tone="accent">
        Get Started
      </ButtonLink>
    </div>
  );
}
