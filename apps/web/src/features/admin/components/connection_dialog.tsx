import { connectionLimits, type ControlRoomState, type ModelConnection } from '#modules/connections/api'
import { useState } from 'react'
import { Button } from '#web/components/ui/button'
import { Dialog } from '#web/components/ui/dialog'
import { Field, Input, NativeSelect } from '#web/components/ui/field'
import { Checkbox } from '#web/components/ui/toggle'
import { submitting } from '#web/lib/submitting'
import { attempt, toast } from '#web/lib/toasts'
import { useAddConnection, useChangeConnection } from '../control_room.ts'

interface ConnectionDialogProps {
  providers: ControlRoomState['providers']
  /** Null: a new one. */
  connection: ModelConnection | null
  onClose: () => void
}

/** Connects a server of models. The form follows the provider. */
export function ConnectionDialog({ providers, connection, onClose }: ConnectionDialogProps) {
  const [name, setName] = useState(connection?.name ?? '')
  const [providerName, setProviderName] = useState(connection?.provider ?? providers[0]!.name)
  const [baseUrl, setBaseUrl] = useState(connection?.baseUrl ?? providers[0]!.baseUrl)
  const [key, setKey] = useState('')
  const [options, setOptions] = useState(connection?.options ?? {})
  const [isOn, setIsOn] = useState(!connection?.isOff)
  const [add, change] = [useAddConnection(), useChangeConnection()]
  const isPending = add.isPending || change.isPending
  const provider = providers.find((each) => each.name === providerName)
  const keepsKey =
    connection?.keyEnd != null && connection.provider === providerName && connection.baseUrl === baseUrl.trim()
  const losesKey = connection?.keyEnd != null && !keepsKey
  const isInvalid = name.trim() === '' || baseUrl.trim() === '' || (provider?.needsKey && !keepsKey && key === '')

  const choose = (next: string) => {
    setProviderName(next)
    setBaseUrl(providers.find((each) => each.name === next)!.baseUrl)
    setOptions({})
  }
  const save = () =>
    attempt('Failed to save the connection', async () => {
      if (isInvalid || isPending) return
      const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''))
      const fields = { name: name.trim(), provider: providerName, baseUrl: baseUrl.trim(), options: given }
      const body = { ...fields, isOff: !isOn, ...(key !== '' && { key }) }
      if (connection) await change.mutateAsync({ params: { id: connection.id }, body })
      else await add.mutateAsync({ body })
      toast('Connection saved')
      onClose()
    })

  return (
    <Dialog isOpen onClose={onClose} title={connection ? 'Edit connection' : 'New connection'} width="medium">
      <form className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submitting(save)}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Name">
            <Input
              autoComplete="off"
              maxLength={connectionLimits.nameMax}
              placeholder="Our GPU server"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <Field label="Provider">
            <NativeSelect
              options={Object.fromEntries(providers.map((each) => [each.name, each.label]))}
              value={providerName}
              onChange={(event) => choose(event.target.value)}
            />
          </Field>
        </div>
        <Field
          label="Base address"
          hint="Hosts of your own network, such as localhost:11434, must be listed in OUTBOUND_PRIVATE of the server’s configuration."
        >
          <Input
            type="url"
            autoComplete="off"
            maxLength={connectionLimits.addressMax}
            value={baseUrl}
            onChange={(event) => setBaseUrl(event.target.value)}
          />
        </Field>
        <Field
          label="Key"
          isOptional={!provider?.needsKey}
          error={losesKey && key === '' ? 'A key belongs to one address, so the stored one will be erased.' : null}
          hint={
            keepsKey
              ? `Stored: …${connection.keyEnd}. Leave empty to keep it.`
              : 'Stored encrypted, and never shown again.'
          }
        >
          <Input
            type="password"
            autoComplete="new-password"
            maxLength={connectionLimits.keyMax}
            value={key}
            onChange={(event) => setKey(event.target.value)}
          />
        </Field>
        {provider?.options.map((option) => (
          <Field key={option.name} label={option.label} isOptional>
            <NativeSelect
              options={{ '': 'Automatic', ...Object.fromEntries(option.choices.map((value) => [value, value])) }}
              value={options[option.name] ?? ''}
              onChange={(event) => setOptions({ ...options, [option.name]: event.target.value })}
            />
          </Field>
        ))}
        <Checkbox label="Switched on" checked={isOn} onChange={(event) => setIsOn(event.target.checked)} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isLoading={isPending} disabled={Boolean(isInvalid)}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
