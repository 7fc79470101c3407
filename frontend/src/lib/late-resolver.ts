import type { FieldValues, Resolver } from 'react-hook-form';
import type { z } from 'zod';

export type LateResolver<Values extends FieldValues> = {
  resolver: Resolver<Values>;
  /** Loads the schema. Call it in the form's `onFocus`. */
  load: () => void;
};

/**
 * Validates a form with a schema that loads when the user enters the form: zod is a fifth of a page's code, and most
 * visitors send no form. If loading fails, only the server validates.
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
      // The user may change the form while the schema loads, so this copy of the submitted values is validated.
      const pressed = { ...values };
      const resolver = await loaded();
      return resolver ? resolver(pressed, context, options) : { values: pressed, errors: {} };
    },
  };
}
