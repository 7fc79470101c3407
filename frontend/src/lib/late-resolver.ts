import type { FieldValues, Resolver } from 'react-hook-form';

type LoadResolver<Values extends FieldValues> = () => Promise<Resolver<Values>>;

export type LateResolver<Values extends FieldValues> = {
  resolver: Resolver<Values>;
  /** Starts the loading: for the form's `onFocus`, so that it is done before anybody presses the button. */
  load: () => void;
};

/**
 * Checks a form with a schema that is fetched when somebody enters the form: zod is a fifth of a page's code,
 * and most visitors of a page with a form send nothing. Where it cannot be fetched, the server checks alone.
 */
export function lateResolver<Values extends FieldValues>(
  loadResolver: LoadResolver<Values>,
): LateResolver<Values> {
  let known: Resolver<Values> | undefined;
  const loaded = () =>
    loadResolver().then(
      resolver => {
        known = resolver;
        return resolver;
      },
      () => null,
    );
  return {
    load: () => void loaded(),
    resolver: async (values, context, options) => {
      if (known) return known(values, context, options);
      // The form's values live on while the schema is fetched: what was there when the button was pressed counts.
      const pressed = { ...values };
      const resolver = await loaded();
      return resolver ? resolver(pressed, context, options) : { values: pressed, errors: {} };
    },
  };
}
