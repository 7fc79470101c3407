import { ButtonLink } from '../../ui/button.tsx';

export function FinalCall() {
  return (
    <section aria-labelledby="final-title" className="mx-auto max-w-7xl px-4 pt-28 sm:px-6">
      <div className="flex flex-col items-start gap-8 rounded-3xl bg-accent px-8 py-14 text-on-accent sm:px-14 lg:flex-row lg:items-center">
        <h2 id="final-title" className="flex-1 text-3xl font-bold tracking-tight sm:text-5xl">
          Be the first call after the closing.
        </h2>
        <ButtonLink to="/register" size="lg" className="border-0 bg-[#17181d]! text-white! hover:bg-black!">
          Get Started
        </ButtonLink>
      </div>
    </section>
  );
}
