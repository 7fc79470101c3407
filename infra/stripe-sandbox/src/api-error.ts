type ErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

export type ApiErrorFields = {
  type: ErrorType;
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  payment_method?: object;
  setup_intent?: object;
  payment_intent?: object;
};

/** An error in Stripe's shape: `{ error: { type, code, message, param, … } }`. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: ApiErrorFields;
  /** True if the call commits although it failed, so that its failed attempt and events are stored. */
  readonly isCommitted: boolean;

  constructor(status: number, fields: ApiErrorFields, isCommitted = false) {
    super(fields.message);
    this.status = status;
    this.fields = fields;
    this.isCommitted = isCommitted;
  }
}

export function invalidRequest(message: string, param?: string, code?: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message,
    ...(param === undefined ? {} : { param }),
    ...(code === undefined ? {} : { code }),
  });
}

/** Names of the parameters that come from the URL's path. */
const ofAddress = ['id', 'intent', 'session'];

/** Returns Stripe's error for a missing object: 404 if the URL's path names it, 400 if another parameter does. */
export function noSuch(kind: string, id: string, param = 'id'): ApiError {
  return new ApiError(ofAddress.includes(param) ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param,
  });
}

export function cardDeclined(message: string, declineCode: string): ApiError {
  return new ApiError(402, declineFields(message, declineCode));
}

/** Returns an error that commits the call, so that the failed attempt is stored. */
export function recordedRefusal(fields: ApiErrorFields, about: Partial<ApiErrorFields> = {}): ApiError {
  return new ApiError(402, { ...fields, ...about }, true);
}

/** Closes the connection without a reply. */
export class DroppedConnection extends Error {}

function declineFields(message: string, declineCode: string): ApiErrorFields {
  return { type: 'card_error', code: 'card_declined', decline_code: declineCode, message };
}
