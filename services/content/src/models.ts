import { newId } from '@closingwire/chassis/ids';
import { contactMessageReceived, settingChanged } from '@closingwire/contracts/content';
import type { EventData, EventDeclaration } from '@closingwire/contracts/event';
import { type Connection, Schema } from 'mongoose';

export type ArticleDocument = {
  _id: string;
  question: string;
  answer: string;
  category: string;
  isPublished: boolean;
  createdAt: Date;
};

export type MessageDocument = Pending & {
  _id: string;
  name: string;
  email: string;
  /** `email` in lower case, for lookups. */
  address: string;
  /** Absent if the sender was not signed in, and in messages older than the field. */
  userId?: string;
  subject: string;
  message: string;
  receivedAt: Date;
};

export type SettingDocument = Pending & {
  _id: string;
  value: string;
  description: string;
  /** True if the default applies. Absent in older documents, which all had a value. */
  isDefault?: boolean;
  version: number;
};

/** Records that data was seeded, so that data that an admin deleted does not return. */
export type SeedDocument = { _id: string; seededAt: Date };

const text = { type: String, required: true };
const options = { versionKey: false, strict: 'throw', strictQuery: 'throw' } as const;
const pending = {
  pendingEvents: {
    type: [{ _id: false, id: text, topic: text, data: { type: Schema.Types.Mixed } }],
    required: true,
  },
  pendingSince: Date,
};

const article = new Schema<ArticleDocument>(
  {
    _id: text,
    question: text,
    answer: text,
    category: text,
    isPublished: { type: Boolean, required: true },
    createdAt: { type: Date, required: true },
  },
  options,
);
article.index({ createdAt: 1 });

const message = new Schema<MessageDocument>(
  {
    _id: text,
    name: text,
    email: text,
    address: text,
    userId: String,
    subject: text,
    message: text,
    receivedAt: { type: Date, required: true },
    ...pending,
  },
  options,
);
message.index({ pendingSince: 1 }, { sparse: true });

const setting = new Schema<SettingDocument>(
  {
    _id: text,
    value: { type: String, default: '' },
    description: { type: String, default: '' },
    isDefault: Boolean,
    version: { type: Number, required: true },
    ...pending,
  },
  options,
);
setting.index({ pendingSince: 1 }, { sparse: true });

const seed = new Schema<SeedDocument>({ _id: text, seededAt: { type: Date, required: true } }, options);

export const modelsOf = (connection: Connection) => ({
  articles: connection.model('Article', article, 'articles'),
  messages: connection.model('ContactMessage', message, 'contactMessages'),
  settings: connection.model('Setting', setting, 'settings'),
  seeds: connection.model('Seed', seed, 'seeds'),
});
export type Models = ReturnType<typeof modelsOf>;

const DUPLICATE_KEY = 11_000;

/** Catches a rejected write: returns false when the id exists, and rethrows any other error. */
export function falseIfItExists(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY) return false;
  throw error;
}

/** An event in the document that it is about, until it is published. Its id never changes. */
export type PendingEvent = { id: string; topic: string; data: unknown };

/** `pendingSince` is set while there are pending events. */
export type Pending = { pendingEvents: PendingEvent[]; pendingSince?: Date };

const events = [contactMessageReceived, settingChanged] as const;

export function pendingEvent<E extends (typeof events)[number]>(event: E, data: EventData<E>): PendingEvent {
  return { id: newId(), topic: event.topic, data: event.data.parse(data) };
}

export function declarationOf({ topic }: PendingEvent): EventDeclaration {
  const event = events.find(each => each.topic === topic);
  if (!event) throw new Error(`No event of this service has the topic ${topic}`);
  return event;
}
