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
  /** The e-mail address in lower case. */
  address: string;
  /** Of the sender who was signed in; absent in messages from before the field. */
  userId?: string;
  subject: string;
  message: string;
  receivedAt: Date;
};

export type SettingDocument = Pending & {
  _id: string;
  value: string;
  description: string;
  /** Nothing is set: the default holds. Absent in older documents, which were all set. */
  isDefault?: boolean;
  version: number;
};

/** Data that was put in once and must not come back when somebody removes it. */
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

/** For a rejected write: false when a document with this id is there already; throws any other error. */
export function falseIfItExists(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === DUPLICATE_KEY) return false;
  throw error;
}

/** An event inside the document whose change it publishes, until the bus has it. Its id never changes. */
export type PendingEvent = { id: string; topic: string; data: unknown };

/** What a document with events of its own carries; `pendingSince` is there while there are any. */
export type Pending = { pendingEvents: PendingEvent[]; pendingSince?: Date };

/** All events of this service: one that is not here cannot be stored. */
const events = [contactMessageReceived, settingChanged] as const;

export function pendingEvent<E extends (typeof events)[number]>(event: E, data: EventData<E>): PendingEvent {
  return { id: newId(), topic: event.topic, data: event.data.parse(data) };
}

export function declarationOf({ topic }: PendingEvent): EventDeclaration {
  const event = events.find(each => each.topic === topic);
  if (!event) throw new Error(`No event of this service has the topic ${topic}`);
  return event;
}
