import { optOutRequest } from '@closingwire/contracts/opt-out';
import { zodResolver } from '@hookform/resolvers/zod';

export const requestResolver = zodResolver(optOutRequest);
