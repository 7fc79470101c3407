import { contactMessage } from '@closingwire/contracts/content-api';
import { zodResolver } from '@hookform/resolvers/zod';

export const messageResolver = zodResolver(contactMessage);
