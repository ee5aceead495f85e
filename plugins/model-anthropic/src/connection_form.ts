import type { ConnectionForm } from '../../contract/connection_form.ts'
import { endpointOf } from '../../contract/endpoint.ts'

export const connectionForm: ConnectionForm = {
  label: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  key: 'required',
  options: [],
  modelsRequest: (baseUrl, key) => ({
    method: 'GET',
    url: endpointOf(baseUrl.replace(/\/v1\/*$/, ''), '/v1/models?limit=200'),
    headers: { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' },
  }),
}
