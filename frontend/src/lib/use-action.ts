import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { messageOf } from './api-error.ts';
import { type Notice, notify } from './notify.ts';

type Text = Omit<Notice, 'onShown'>;

/** With a `fallback` the server's words are shown, and the fallback where it had none. */
type Failure = Text | { title: string; fallback: string };

type Outcome<Data, Input> = {
  /** The toast of a success. */
  succeeded?: Text | ((data: Data, input: Input) => Text | undefined);
  /** The toast of a failure. */
  failed?: Failure | ((error: Error, input: Input) => Failure);
};

type Action<Data, Input, Before> = UseMutationOptions<Data, Error, Input, Before> & Outcome<Data, Input>;

/** A mutation whose outcome is shown in a toast; what else follows, as for any mutation, comes after. */
export function useAction<Data, Input = void, Before = unknown>({
  succeeded,
  failed,
  onSuccess,
  onError,
  ...options
}: Action<Data, Input, Before>): UseMutationResult<Data, Error, Input, Before> {
  return useMutation({
    ...options,
    onSuccess: (data, input, ...rest) => {
      const text = typeof succeeded === 'function' ? succeeded(data, input) : succeeded;
      if (text) notify({ tone: 'positive', ...text });
      return onSuccess?.(data, input, ...rest);
    },
    onError: (error, input, ...rest) => {
      const failure = typeof failed === 'function' ? failed(error, input) : failed;
      if (failure) notify({ tone: 'danger', ...textOf(failure, error) });
      return onError?.(error, input, ...rest);
    },
  });
}

const textOf = (failure: Failure, error: Error): Text =>
  'fallback' in failure ? { title: failure.title, description: messageOf(error, failure.fallback) } : failure;
