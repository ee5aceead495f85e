import type { ModelProvider, ModelRequest, Sampling } from './model.ts'

/** Returns the sampling that a provider sends for a request. */
export const sentSampling = (
  provider: Pick<ModelProvider, 'takes' | 'sends'>,
  request: Pick<ModelRequest, 'model' | 'sampling' | 'reasoning'>
): Sampling => {
  if (provider.sends) return provider.sends(request)
  const taken = provider.takes(request.model).map((name) => [name, request.sampling[name]] as const)
  return Object.fromEntries(taken.filter(([, value]) => value !== undefined))
}
