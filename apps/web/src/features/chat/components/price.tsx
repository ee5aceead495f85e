import { useContext } from 'react'
import { Rubies } from '#web/components/shared/rubies'
import { rubiesText } from '#web/components/shared/rubies_text'
import { hasRubies } from '#web/lib/has_rubies'
import { ModelsContext } from '../message_actions.ts'

/** The price of a reply by the chosen model, for controls that request one. Nothing while no model is chosen or rubies are off. */
export function Price({ className }: { className?: string }) {
  const { model } = useContext(ModelsContext)
  return model ? <Rubies amount={model.cost} className={className} /> : null
}

/** Returns a function that adds the price of a reply to the name or tooltip of a control that requests one. */
export function usePricedLabel(): (label: string) => string {
  const { model } = useContext(ModelsContext)
  return (label) => (model && hasRubies() ? `${label} for ${rubiesText(model.cost)}` : label)
}
