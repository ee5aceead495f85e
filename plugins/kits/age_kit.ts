import assert from 'node:assert/strict'
import type { AgeCheck, AgeOutcome, AgeProvider } from '../contract/age.ts'
import { ProviderError } from '../contract/errors.ts'
import { isWebAddress } from '../contract/payment_order.ts'
import { scenesOf } from './scenes.ts'

export interface AgeKitOptions {
  name: string
  /** Registers a test with any test runner. */
  test: (title: string, run: () => Promise<void>) => void
  /** Opens a provider whose vendor knows no check yet. `decide` ends a check as its person does at the vendor. */
  open: () => Promise<{
    provider: AgeProvider
    decide: (begun: { url: string; reference: string }, outcome: Exclude<AgeOutcome, 'pending'>) => Promise<void>
    close: () => Promise<void>
  }>
}

export const kitCheck: AgeCheck = {
  id: '0193a000-0000-7000-8000-00000000abcd',
  returnUrl: 'https://facet.test/settings/content?age=token',
}
const otherCheck: AgeCheck = { ...kitCheck, id: '0193a000-0000-7000-8000-00000000abce' }

const invalidChecks: Partial<AgeCheck>[] = [
  { id: '' },
  { id: '../../evil' },
  { id: 'x'.repeat(300) },
  { returnUrl: '' },
  { returnUrl: '/settings' },
  { returnUrl: 'javascript:alert(1)' },
]

/** Registers the conformance cases for age providers, one per promise. */
export function registerAgeKit({ name, test, open }: AgeKitOptions): void {
  const scene = scenesOf({ name, test, open })
  const never = new AbortController().signal

  scene('begins a check at a web address, which is pending', async ({ provider }) => {
    const { url, reference } = await provider.begin(kitCheck, never)
    assert.ok(isWebAddress(url), url)
    assert.notEqual(reference, '')
    assert.equal(await provider.lookUp(reference, never), 'pending')
  })

  for (const outcome of ['of_age', 'under_age'] as const)
    scene(`tells the outcome ${outcome}, again and again`, async ({ provider, decide }) => {
      const begun = await provider.begin(kitCheck, never)
      await decide(begun, outcome)
      assert.equal(await provider.lookUp(begun.reference, never), outcome)
      assert.equal(await provider.lookUp(begun.reference, never), outcome)
    })

  scene('keeps checks apart', async ({ provider, decide }) => {
    const [begun, other] = [await provider.begin(kitCheck, never), await provider.begin(otherCheck, never)]
    assert.notEqual(begun.reference, other.reference)
    await decide(begun, 'of_age')
    assert.equal(await provider.lookUp(other.reference, never), 'pending')
  })

  scene('gives the same reference for the same check', async ({ provider }) => {
    const [begun, again] = [await provider.begin(kitCheck, never), await provider.begin(kitCheck, never)]
    assert.equal(again.reference, begun.reference)
  })

  scene('doesn’t know other references', async ({ provider }) => {
    for (const reference of ['unknown', otherCheck.id, '../../etc/passwd', ''])
      assert.equal(await provider.lookUp(reference, never), null, reference)
  })

  scene('refuses invalid checks', async ({ provider }) => {
    for (const invalid of invalidChecks)
      await assert.rejects(
        provider.begin({ ...kitCheck, ...invalid }, never),
        (error) => error instanceof ProviderError && error.code === 'bad_request',
        JSON.stringify(invalid)
      )
  })

  scene('does nothing after it was canceled', async ({ provider }) => {
    await assert.rejects(provider.begin(kitCheck, AbortSignal.abort()), ProviderError)
    const { reference } = await provider.begin(kitCheck, never)
    await assert.rejects(provider.lookUp(reference, AbortSignal.abort()), ProviderError)
  })
}
