import { optOutRequest } from '@closingwire/contracts/opt-out-api';
import { zodResolver } from '@hookform/resolvers/zod';

export const requestResolver = zodResolver(optOutRequest);
