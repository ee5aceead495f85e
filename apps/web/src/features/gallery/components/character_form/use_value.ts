import { useController, useFormContext } from 'react-hook-form'
import type { CharacterField, CharacterValues } from './character_values.ts'

/** The value of a field that isn't one native control, with its handlers and its error. */
export function useValue<Name extends CharacterField>(name: Name) {
  const { control } = useFormContext<CharacterValues>()
  const { field, fieldState } = useController({ control, name })
  return { ...field, error: fieldState.error?.message }
}
