import { isExpression, limits, type CharacterAsset } from '#modules/gallery/api'
import { useCallback, useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Picture } from '#web/components/shared/picture'
import { PictureField } from '#web/components/shared/picture_field'
import { Field, Input, NativeSelect } from '#web/components/ui/field'
import { labelOf, type CharacterValues } from '../character_values.ts'
import type { CharacterFormState } from '../use_character_form.ts'
import { useValue } from '../use_value.ts'
import { ExpressionList } from './expression_list.tsx'
import { ItemList } from './item_list.tsx'

const typeNames: Readonly<Record<string, string>> = {
  icon: 'Icon',
  background: 'Background',
  user_icon: 'Icon of the user',
  other: 'Other',
}

const typeName = (type: string) => typeNames[type] ?? type

const blank: CharacterAsset = { type: 'other', name: '', address: '' }

/** The expressions of the character, and a list of its further pictures. */
export function AssetList({ setBusy }: Pick<CharacterFormState, 'setBusy'>) {
  const { ref, value, onChange, onBlur, error } = useValue('assets')
  const { getValues } = useFormContext<CharacterValues>()
  const [uploads, setUploads] = useState({ expressions: false, pictures: false })
  const isBusy = uploads.expressions || uploads.pictures
  useEffect(() => {
    if (!isBusy) return
    setBusy('assets', true)
    return () => setBusy('assets', false)
  }, [isBusy, setBusy])
  const markExpressions = useCallback((expressions: boolean) => setUploads((all) => ({ ...all, expressions })), [])
  const markPictures = useCallback((pictures: boolean) => setUploads((all) => ({ ...all, pictures })), [])
  const expressions = value.filter(isExpression)
  return (
    <>
      <ExpressionList
        assets={value}
        latest={() => getValues('assets')}
        onChange={(update) => onChange(update(getValues('assets')))}
        onBusyChange={markExpressions}
      />
      <ItemList
        ref={ref}
        label={labelOf('assets')}
        one="picture"
        hint="Icons, backgrounds and others. They are kept with the character and its card; models don’t read them."
        error={error}
        items={value.filter((asset) => !isExpression(asset))}
        onChange={(others) => onChange([...expressions, ...others])}
        onBlur={onBlur}
        blank={blank}
        max={limits.assetsMax - expressions.length}
        summary={summaryOf}
        editor={(asset, change, label) => (
          <AssetEditor asset={asset} onChange={change} label={label} onBusyChange={markPictures} />
        )}
      />
    </>
  )
}

interface AssetEditorProps {
  asset: CharacterAsset
  onChange: (update: (asset: CharacterAsset) => CharacterAsset) => void
  /** The name of the field, such as 'Picture 3'. */
  label: string
  onBusyChange: (isBusy: boolean) => void
}

function AssetEditor({ asset, onChange, label, onBusyChange }: AssetEditorProps) {
  const types = Object.hasOwn(typeNames, asset.type) ? Object.keys(typeNames) : [asset.type, ...Object.keys(typeNames)]
  return (
    <>
      <PictureField
        label={label}
        value={asset.address}
        onChange={(address) => onChange((latest) => ({ ...latest, address }))}
        hint="PNG, JPEG, WebP or GIF, up to 10 MB."
        onBusyChange={onBusyChange}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Type" className="content-start">
          <NativeSelect
            value={asset.type}
            onChange={({ target }) => onChange((latest) => ({ ...latest, type: target.value }))}
            options={Object.fromEntries(types.map((type) => [type, typeName(type)]))}
          />
        </Field>
        <Field label="Name of the picture" hint="Such as main for the first icon." className="content-start">
          <Input
            autoComplete="off"
            value={asset.name}
            onChange={({ target }) => onChange((latest) => ({ ...latest, name: target.value }))}
          />
        </Field>
      </div>
    </>
  )
}

const summaryOf = ({ type, name, address }: CharacterAsset) => (
  <>
    <Picture address={address || null} name={name} sizes="2.25rem" className="size-9 shrink-0 rounded-control" />
    <span className="min-w-0 flex-1 truncate text-sm">
      {name.trim() || <span className="text-faint">Without a name</span>}
    </span>
    <span className="shrink-0 text-xs text-faint">{typeName(type)}</span>
  </>
)
