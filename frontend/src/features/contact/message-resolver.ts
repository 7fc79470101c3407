import { contactMessage } from '@closingwire/contracts/content';
import { zodResolver } from '@hookform/resolvers/zod';

export const messageResolver = zodResolver(contactMessage);
