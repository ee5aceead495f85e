import type { TransportRequest } from './transport.ts'

/** An option of a connection. Without a value, the provider decides. */
export interface ConnectionOption {
  name: string
  label: string
  /** At most 20 values of at most 40 characters. */
  choices: readonly string[]
}

/** The form in which admins connect a provider of models while the server runs. */
export interface ConnectionForm {
  label: string
  /** The base address that the form proposes. */
  baseUrl: string
  key: 'required' | 'optional'
  options: readonly ConnectionOption[]
  /** Returns the request for the endpoint's list of models, which answers with `data[].id` or `models[].name`. */
  modelsRequest(baseUrl: string, key: string | null): TransportRequest
}

/** The request for the list of an endpoint in OpenAI's form. */
export const bearerRequest = (url: string, key: string | null): TransportRequest => ({
  method: 'GET',
  url,
  headers: { accept: 'application/json', ...(key !== null && { authorization: `Bearer ${key}` }) },
})
