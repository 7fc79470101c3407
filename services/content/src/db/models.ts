import { type Connection, Schema } from 'mongoose';
import type { Pending } from '../pending/pending-event.ts';

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
