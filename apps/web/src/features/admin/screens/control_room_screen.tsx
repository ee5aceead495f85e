import type { ControlledTier, ControlRoomFile, ControlRoomState, ModelConnection } from '#modules/connections/api'
import Plug from 'lucide-react/icons/plug'
import { lazy, Suspense, useRef, useState } from 'react'
import { Alert } from '#web/components/ui/alert'
import { Badge } from '#web/components/ui/badge'
import { BorderedList } from '#web/components/ui/bordered_list'
import { Button } from '#web/components/ui/button'
import { ConfirmDialog } from '#web/components/ui/confirm_dialog'
import { EmptyState } from '#web/components/ui/empty_state'
import { LoadFailed } from '#web/components/ui/load_failed'
import { PageHeader } from '#web/components/ui/page_header'
import { Loading, Skeleton } from '#web/components/ui/skeleton'
import { rubiesText } from '#web/components/shared/rubies_text'
import { attempt, toast } from '#web/lib/toasts'
import { useDeletion } from '#web/lib/use_deletion'
import { screens } from '#web/screens'
import { AdminNav } from '../components/admin_nav.tsx'
import { AdminSection } from '../components/admin_section.tsx'
import {
  useControlRoom,
  useDeleteConnection,
  useExportControlRoom,
  useImportControlRoom,
  useResetTier,
} from '../control_room.ts'

const ConnectionDialog = lazy(async () => ({
  default: (await import('../components/connection_dialog.tsx')).ConnectionDialog,
}))
const TierDialog = lazy(async () => ({ default: (await import('../components/tier_dialog.tsx')).TierDialog }))

/** The models that answer: connections to their servers, and the tiers that use them. */
export function ControlRoomScreen() {
  const room = useControlRoom()
  const deletion = useDeletion<ModelConnection>()
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-20 sm:px-6 sm:pt-12">
      <PageHeader
        ref={deletion.heading}
        title="Control room"
        lead="The models that answer, while the server runs. Changes are in force with the next reply."
      />
      <AdminNav current={screens.adminControlRoom.path} />
      {room.isPending ? (
        <Loading label="Loading the control room" className="grid gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
          <Skeleton className="h-24" />
        </Loading>
      ) : !room.data ? (
        <LoadFailed title="Couldn’t load the control room" query={room} />
      ) : (
        <>
          {!room.data.isOpen && (
            <div className="mb-8">
              <Alert title="Locked by the operator">
                CONTROL_ROOM is off in the server’s configuration, so only the configuration is in force.
              </Alert>
            </div>
          )}
          <div>
            <Tiers room={room.data} />
            {room.data.isOpen && (
              <>
                <Connections room={room.data} deletion={deletion} />
                <File />
              </>
            )}
          </div>
        </>
      )}
    </div>
  )
}

function Tiers({ room }: { room: ControlRoomState }) {
  const [edited, setEdited] = useState<ControlledTier | null>(null)
  const [resetting, setResetting] = useState<ControlledTier | null>(null)
  const reset = useResetTier()
  return (
    <AdminSection title="Tiers" text="A tier follows the server’s configuration until you change it here.">
      <BorderedList label="Tiers">
        {room.tiers.map((tier) => (
          <li key={tier.tier} className="grid gap-2 px-4 py-4 sm:px-5">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
              <h3 className="text-ui font-semibold wrap-anywhere">{tier.name}</h3>
              <Badge tone={tier.isConfigured ? 'neutral' : 'accent'}>
                {tier.isConfigured ? 'As configured' : 'Changed here'}
              </Badge>
              <span className="text-sm text-soft">
                {tier.tier}, {rubiesText(tier.cost)} a reply
              </span>
            </div>
            {tier.problem !== null && (
              <Alert tone="danger" title="These settings aren’t in force">
                {tier.problem} The tier answers as before.
              </Alert>
            )}
            <p className="text-sm wrap-anywhere text-soft" translate="no">
              {tier.links
                .map((link) => `${nameOf(room, link.connectionId, link.provider)}: ${link.model}`)
                .join(', then ')}
            </p>
            {room.isOpen && (
              <div className="flex flex-wrap gap-2">
                <Button size="s" aria-label={`Edit tier ${tier.tier}`} onClick={() => setEdited(tier)}>
                  Edit
                </Button>
                {!tier.isConfigured && (
                  <Button
                    size="s"
                    look="quiet"
                    aria-label={`Use configuration for tier ${tier.tier}`}
                    onClick={() => setResetting(tier)}
                  >
                    Use configuration
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </BorderedList>
      {edited && (
        <Suspense>
          <TierDialog room={room} tier={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={resetting !== null}
        title="Use the configuration again?"
        question={`The settings of ${resetting?.name ?? 'this tier'} here are lost. The server’s configuration is in force with the next reply.`}
        confirmLabel="Use configuration"
        onConfirm={() =>
          void attempt('Failed to reset the tier', () => reset.mutateAsync({ params: { tier: resetting!.tier } }))
        }
        onCancel={() => setResetting(null)}
      />
    </AdminSection>
  )
}

const nameOf = ({ connections }: ControlRoomState, id: string | null, provider: string) =>
  id === null ? provider : (connections.find((each) => each.id === id)?.name ?? 'a deleted connection')

interface ConnectionsProps {
  room: ControlRoomState
  deletion: ReturnType<typeof useDeletion<ModelConnection>>
}

function Connections({ room, deletion: { item, ask, dialogProps } }: ConnectionsProps) {
  // Null: a new one. Undefined: the dialog is closed.
  const [edited, setEdited] = useState<ModelConnection | null | undefined>()
  const remove = useDeleteConnection()
  return (
    <AdminSection
      title="Connections"
      text="Servers of models, with their keys. Those of the configuration are always there."
      aside={<Button onClick={() => setEdited(null)}>New connection</Button>}
    >
      {room.connections.length === 0 ? (
        <EmptyState
          icon={<Plug />}
          title="No connections yet"
          text="Connect a server with OpenAI’s, Anthropic’s or Ollama’s API, then use its models in a tier."
        />
      ) : (
        <BorderedList label="Connections">
          {room.connections.map((connection) => (
            <li key={connection.id} className="grid gap-2 px-4 py-4 sm:px-5">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
                <h3 className="text-ui font-semibold wrap-anywhere">{connection.name}</h3>
                {connection.isOff ? <Badge>Off</Badge> : !connection.problem && <Badge tone="success">On</Badge>}
                {connection.problem && <Badge tone="danger">Can’t be used</Badge>}
              </div>
              <p className="text-sm wrap-anywhere text-soft" translate="no">
                {connection.provider}, {connection.baseUrl}
                {connection.keyEnd !== null && `, key …${connection.keyEnd}`}
              </p>
              {connection.problem && <p className="text-sm text-danger-text">{connection.problem}</p>}
              <div className="flex gap-2">
                <Button size="s" aria-label={`Edit ${connection.name}`} onClick={() => setEdited(connection)}>
                  Edit
                </Button>
                <Button
                  size="s"
                  look="quiet"
                  aria-label={`Delete ${connection.name}`}
                  onClick={(event) => ask(connection, event.currentTarget)}
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </BorderedList>
      )}
      {edited !== undefined && (
        <Suspense>
          <ConnectionDialog providers={room.providers} connection={edited} onClose={() => setEdited(undefined)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={item !== null}
        title="Delete this connection?"
        question="Its key is lost. This can’t be undone."
        confirmLabel="Delete"
        onConfirm={() =>
          void attempt('Failed to delete the connection', () => remove.mutateAsync({ params: { id: item!.id } }))
        }
        onCancel={dialogProps.onClose}
        focusAfterConfirm={dialogProps.focusAfterConfirm}
      />
    </AdminSection>
  )
}

/** Saves everything as a file, or replaces everything by one. */
function File() {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Blob | null>(null)
  const [save, replace] = [useExportControlRoom(), useImportControlRoom()]
  const download = () =>
    attempt('Failed to export', async () => {
      const url = URL.createObjectURL(new Blob([JSON.stringify(await save.mutateAsync(), null, 2)]))
      Object.assign(document.createElement('a'), { href: url, download: 'control-room.json' }).click()
      URL.revokeObjectURL(url)
    })
  const upload = (file: Blob) =>
    attempt('Failed to import the file', async () => {
      // The server checks it.
      await replace.mutateAsync({ body: JSON.parse(await file.text()) as ControlRoomFile })
      toast('Imported', 'Keys of new connections must be entered.')
    })
  return (
    <AdminSection title="As a file" text="All tiers and connections without their keys, such as for another server.">
      <div className="flex flex-wrap gap-3">
        <Button isLoading={save.isPending} onClick={() => void download()}>
          Export
        </Button>
        <Button isLoading={replace.isPending} onClick={() => input.current?.click()}>
          Import
        </Button>
        <input
          ref={input}
          type="file"
          accept="application/json,.json"
          aria-label="File to import"
          hidden
          onChange={(event) => {
            setChosen(event.target.files?.[0] ?? null)
            event.target.value = ''
          }}
        />
      </div>
      <ConfirmDialog
        isOpen={chosen !== null}
        title="Replace everything?"
        question="All tiers and connections become those of the file. Keys stay where the connection and its address are the same."
        confirmLabel="Replace"
        onConfirm={() => void upload(chosen!)}
        onCancel={() => setChosen(null)}
      />
    </AdminSection>
  )
}
