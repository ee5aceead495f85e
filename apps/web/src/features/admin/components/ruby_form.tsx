import type { AdminUser } from '#modules/admin/api'
import { limits, rubyWord } from '#modules/economy/api'
import { useQueryClient } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useRef, useState, type RefObject } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { Field, Input } from '#web/components/ui/field'
import { Rubies } from '#web/components/shared/rubies'
import { countCodePoints } from '#web/lib/code_points'
import { rubiesText } from '#web/components/shared/rubies_text'
import { toast, attempt } from '#web/lib/toasts'
import { cacheUser, invalidateFigures, useAdjustRubies } from '../users.ts'
import { UserIdentity } from './user_identity.tsx'
import { UserPicker } from './user_picker.tsx'
import { displayName } from '../texts.ts'

interface RubyFormProps {
  /** Null until a user is picked. */
  user: AdminUser | null
  onPick: (user: AdminUser | null) => void
  /** Focused when a user is picked elsewhere on the page. */
  amountRef: RefObject<HTMLInputElement | null>
  /** Support only grants. */
  mayDeduct: boolean
}

const empty = { amount: '', reason: '' }

/** Grants or deducts rubies. Previews the new balance, and asks before a deduction. */
export function RubyForm({ user, onPick, amountRef, mayDeduct }: RubyFormProps) {
  const form = useForm({ defaultValues: empty })
  const { errors } = form.formState
  const [isUserMissing, setIsUserMissing] = useState(false)
  const [isChanging, setIsChanging] = useState(false)
  const [toConfirm, setToConfirm] = useState<Adjustment | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const adjustment = useAdjustRubies()
  const typed = useWatch({ control: form.control, name: 'amount' })
  const amount = parseInteger(typed)

  const run = async ({ user, amount, reason }: Adjustment) => {
    if (adjustment.isPending) return
    await attempt('Failed to adjust rubies', async () => {
      const { message, rubies } = await adjustment.mutateAsync({
        params: { userId: user.id },
        body: { amount, reason: reason.trim() || undefined },
      })
      const adjusted = { ...user, rubies, debt: afterAdjustment(user, amount).debt }
      cacheUser(queryClient, adjusted)
      invalidateFigures(queryClient)
      onPick(adjusted)
      form.reset(empty)
      toast(amount > 0 ? 'Rubies granted' : 'Rubies deducted', `${displayName(user)}: ${message}`)
    })
  }
  const submit = form.handleSubmit(
    (values) => {
      if (!user) {
        setIsUserMissing(true)
        picker.current?.focus()
        return
      }
      const adjusting = { user, amount: parseInteger(values.amount) ?? 0, reason: values.reason }
      if (adjusting.amount < 0) setToConfirm(adjusting)
      else void run(adjusting)
    },
    () => setIsUserMissing(user === null)
  )
  const amountField = form.register('amount', {
    validate: (text) => {
      const number = parseInteger(text)
      if (number === null || number === 0 || (number < 0 && !mayDeduct))
        return `Enter a whole number ${mayDeduct ? 'other than' : 'above'} zero.`
      if (Math.abs(number) > limits.adjustmentMax) return `At most ${limits.adjustmentMax.toLocaleString('en')}.`
      return user === null || afterAdjustment(user, number).rubies >= 0 || insufficientMessage(user)
    },
  })
  return (
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 rounded-card border border-line bg-raised p-4 sm:p-6 lg:grid-cols-2 lg:gap-x-8"
    >
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        {user ? (
          <PickedUser
            user={user}
            onChange={() => {
              setIsChanging(true)
              onPick(null)
            }}
          />
        ) : (
          <UserPicker
            ref={picker}
            label="User"
            autoFocus={isChanging}
            error={isUserMissing ? 'Pick a user first.' : null}
            onPick={(picked) => {
              setIsUserMissing(false)
              onPick(picked)
              amountRef.current?.focus()
            }}
          />
        )}
        <Comparison user={user} amount={amount} />
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5">
        <Field label="Amount" {...(mayDeduct && { hint: '100 grants, -100 deducts.' })} error={errors.amount?.message}>
          <Input
            type="number"
            step="1"
            min={mayDeduct ? undefined : 1}
            autoComplete="off"
            // Scrolling over the field must not change the number.
            onWheel={({ currentTarget }) => currentTarget.blur()}
            {...amountField}
            ref={(element) => {
              amountField.ref(element)
              amountRef.current = element
            }}
            className="tabular-nums"
          />
        </Field>
        <Field label="Reason" isOptional hint="Shown in the user’s history." error={errors.reason?.message}>
          <Input
            autoComplete="off"
            placeholder={defaultReason(amount ?? 0)}
            {...form.register('reason', {
              validate: (text) =>
                countCodePoints(text.trim()) <= limits.reasonMax || `At most ${limits.reasonMax} characters.`,
            })}
          />
        </Field>
        <div>
          <Button type="submit" look="primary" isLoading={adjustment.isPending} className="max-sm:w-full">
            {actionName(amount)}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={toConfirm !== null}
        title="Deduct rubies"
        question={toConfirm ? questionOf(toConfirm) : ''}
        confirmLabel="Deduct"
        onCancel={() => setToConfirm(null)}
        onConfirm={() => toConfirm && void run(toConfirm)}
      />
    </form>
  )
}

interface Adjustment {
  user: AdminUser
  amount: number
  reason: string
}

function PickedUser({ user, onChange }: { user: AdminUser; onChange: () => void }) {
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1.5">
      <p className="text-sm font-semibold">User</p>
      <div className="flex items-center justify-between gap-3 rounded-control border border-line-strong/70 bg-field py-1.5 pr-1.5 pl-3">
        <UserIdentity user={user}>
          <span className="block truncate text-sm text-faint">{user.email}</span>
        </UserIdentity>
        <Button size="s" look="quiet" onClick={onChange}>
          Change<span className="sr-only"> user</span>
        </Button>
      </div>
    </div>
  )
}

/** The balance before and after. */
function Comparison({ user, amount }: { user: AdminUser | null; amount: number | null }) {
  const after = user && amount !== null && amount !== 0 ? afterAdjustment(user, amount) : null
  const isShort = after !== null && after.rubies < 0
  return (
    <div className="rounded-panel bg-sunken px-4 py-3">
      <dl className="flex items-end gap-x-3 sm:gap-x-5">
        <Balance name="Balance before" rubies={user?.rubies ?? null} />
        <ArrowRight aria-hidden className="mb-1.5 size-5 shrink-0 text-faint" />
        <Balance name="Balance after" rubies={isShort ? null : (after?.rubies ?? null)} />
      </dl>
      {isShort && user && <p className="mt-2 text-sm text-danger-text">{insufficientMessage(user)}</p>}
      {user && user.debt > 0 && (
        <p className="mt-2 text-sm text-warning-text">
          {after && after.paidDebt > 0
            ? `${rubiesText(after.paidDebt)} of it ${after.paidDebt === 1 ? 'pays' : 'pay'} the debt of ${rubiesText(user.debt)}.`
            : `In debt: ${rubiesText(user.debt)}. Grants pay it first.`}
        </p>
      )}
    </div>
  )
}

function Balance({ name, rubies }: { name: string; rubies: number | null }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-faint">{name}</dt>
      <dd className="display text-lg wrap-anywhere sm:text-xl">
        {rubies === null ? <span className="text-faint">–</span> : <Rubies amount={rubies} />}
      </dd>
    </div>
  )
}

/** Null if the text is not an integer. */
function parseInteger(text: string): number | null {
  return /^[+-]?\d{1,15}$/.test(text.trim()) ? Number(text) : null
}

/** Must match the server's default reason. */
const defaultReason = (amount: number) =>
  `Admin ${amount < 0 ? 'deducted' : 'granted'} ${amount === 0 ? 'N' : Math.abs(amount)} ${rubyWord(amount)}`

const actionName = (amount: number | null) =>
  amount === null || amount === 0
    ? 'Adjust rubies'
    : `${amount > 0 ? 'Grant' : 'Deduct'} ${rubiesText(Math.abs(amount))}`

const insufficientMessage = ({ rubies }: AdminUser) =>
  `The balance is ${rubiesText(rubies)}, so this many can’t be deducted.`

const questionOf = ({ user, amount }: Adjustment) =>
  `${rubiesText(-amount)} will be deducted from ${displayName(user)}. The balance goes from ${user.rubies.toLocaleString('en')} to ${(user.rubies + amount).toLocaleString('en')}.`

interface Adjusted {
  rubies: number
  debt: number
  /** The part of the grant that paid the debt. */
  paidDebt: number
}

/** Balance and debt after an adjustment. Grants pay the debt first. `rubies` below 0 means that the deduction exceeds the balance. */
function afterAdjustment({ rubies, debt }: Pick<AdminUser, 'rubies' | 'debt'>, amount: number): Adjusted {
  const paidDebt = Math.max(0, Math.min(debt, amount))
  return { rubies: rubies + amount - paidDebt, debt: debt - paidDebt, paidDebt }
}
