import { optOutRequest } from '@closingwire/contracts/leads-api';
import { zodResolver } from '@hookform/resolvers/zod';

export const requestResolver = zodResolver(optOutRequest);
