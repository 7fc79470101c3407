import { useQuery } from '@tanstack/react-query';
import { api } from '../../../product/api.ts';

export const useAgent = (agentId: string) =>
  useQuery(api.leads.readAgent.queryOptions({ input: { agentId } }));
