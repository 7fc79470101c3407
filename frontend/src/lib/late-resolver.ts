import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

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
  loadSchema: () => Promise<z.ZodType<unknown, Values>>,
): LateResolver<Values> {
  let known: Resolver<Values> | undefined;
  const load = async () => {
    const [{ zodResolver }, schema] = await Promise.all([import('@hookform/resolvers/zod'), loadSchema()]);
    known = zodResolver(schema) as unknown as Resolver<Values>;
    return known;
  };
  const loaded = () => load().catch(() => null);
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
