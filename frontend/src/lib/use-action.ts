import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { messageOf } from './api-error.ts';
import { dropFailure, type Notice, notify } from './notify.ts';

type Text = Omit<Notice, 'onShown'>;

/** With `fallback`, the toast shows the server's message, or else the fallback. */
type Failure = Text | { title: string; fallback: string };

type Outcome<Data, Input> = {
  succeeded?: Text | ((data: Data, input: Input) => Text | undefined);
  /** Undefined: the page shows the failure itself. */
  failed?: Failure | ((error: Error, input: Input) => Failure | undefined);
};

type Action<Data, Input, Before> = UseMutationOptions<Data, Error, Input, Before> & Outcome<Data, Input>;

/** A mutation with toasts for its outcome; its own callbacks run afterwards. */
export function useAction<Data, Input = void, Before = unknown>({
  succeeded,
  failed,
  onSuccess,
  onError,
  ...options
}: Action<Data, Input, Before>): UseMutationResult<Data, Error, Input, Before> {
  const shown = useRef<Notice>(undefined);
  return useMutation({
    ...options,
    onSuccess: (data, input, ...rest) => {
      const text = typeof succeeded === 'function' ? succeeded(data, input) : succeeded;
      if (text) notify({ tone: 'positive', ...text });
      else if (shown.current) dropFailure(shown.current);
      return onSuccess?.(data, input, ...rest);
    },
    onError: (error, input, ...rest) => {
      const failure = typeof failed === 'function' ? failed(error, input) : failed;
      if (failure) {
        shown.current = { tone: 'danger', ...textOf(failure, error) };
        notify(shown.current);
      }
      return onError?.(error, input, ...rest);
    },
  });
}

const textOf = (failure: Failure, error: Error): Text =>
  'fallback' in failure ? { title: failure.title, description: messageOf(error, failure.fallback) } : failure;
