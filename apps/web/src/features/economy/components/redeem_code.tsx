import { limits } from '#modules/economy/api'
import { redeemCode } from '#modules/economy/calls'
import { useState } from 'react'
import { useRefreshUser } from '#web/components/shared/use_refresh_user'
import { Button } from '#web/components/ui/button'
import { Field, Input } from '#web/components/ui/field'
import { isStatus, sentenceOf } from '#web/lib/api_error'
import { submitting } from '#web/lib/submitting'
import { toast } from '#web/lib/toasts'
import { useCall } from '#web/lib/use_call'

/** Redeems a gift code. */
export function RedeemCode() {
  const refreshUser = useRefreshUser()
  const redeem = useCall(redeemCode)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    if (redeem.isPending) return
    if (code.trim() === '') return setError('Enter a code.')
    try {
      const { message } = await redeem.mutateAsync({ body: { code } })
      setCode('')
      setError(null)
      toast('Code redeemed', message)
      refreshUser()
    } catch (failure) {
      if (!isStatus(failure, 401))
        setError(sentenceOf(failure, 'The code couldn’t be redeemed. Check your connection and try again.'))
    }
  }
  return (
    <section aria-labelledby="redeem-heading">
      <h2 id="redeem-heading" className="display text-2xl">
        Redeem a code
      </h2>
      <p className="mt-1.5 text-soft">From a gift card or an event.</p>
      <form noValidate onSubmit={submitting(submit)} className="mt-5 flex max-w-xl items-start gap-3 max-sm:flex-col">
        <Field label="Code" error={error} className="w-full flex-1">
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={limits.codeMax}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setError(null)
            }}
            className="font-mono uppercase"
          />
        </Field>
        <Button type="submit" isLoading={redeem.isPending} className="max-sm:w-full sm:mt-[1.625rem]">
          Redeem
        </Button>
      </form>
    </section>
  )
}
