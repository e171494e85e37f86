/** What the open page adds to the palette, for example the actions of the record it shows. */
import type { Language } from '../../../protocol/index.ts'
import type { Choice } from './choices.ts'

type Offers = (language: Language) => readonly Choice[]

const offered = new Set<Offers>()

/** Adds choices while the result is not called. They are asked for each time the palette opens. */
export function offerChoices(offers: Offers): () => void {
  offered.add(offers)
  return () => void offered.delete(offers)
}

export function offeredChoices(language: Language): readonly Choice[] {
  return [...offered].flatMap((offers) => offers(language))
}
