/** Suggestions of the composer while somebody writes: arrows go through the list, Enter and Tab choose. */
import { useState, type KeyboardEvent } from 'react'

export interface Suggestion {
  readonly key: string
  readonly title: string
  readonly detail: string
  /** Takes the place of the typed text. */
  readonly text: string
}

interface Suggestions {
  /** The end of the text that a choice replaces. */
  readonly typed: string
  /** For people who cannot see the list. */
  readonly label: string
  /** Takes the place of an empty list; null = nothing does. */
  readonly empty: string | null
  readonly list: readonly Suggestion[]
}

/** @param before the text before the place where somebody writes; @returns null where nothing is asked for */
export type Suggester = (before: string) => Suggestions | null

interface SuggestUse {
  readonly id: string
  readonly suggesters: readonly Suggester[]
  readonly before: string
  readonly replace: (typed: string, text: string) => void
}

export function useSuggestions({ id, suggesters, before, replace }: SuggestUse) {
  const [index, setIndex] = useState(0)
  // Escape closes the list until something else is typed.
  const [closed, setClosed] = useState<string | null>(null)
  const suggestionSet = closed === before ? null : firstOf(suggesters, before)
  const list = suggestionSet?.list ?? []
  const current = Math.min(index, list.length - 1)
  const choose = ({ text }: Suggestion): void => {
    if (suggestionSet) replace(suggestionSet.typed, text)
    setIndex(0)
  }
  return {
    suggestionSet,
    current,
    choose,
    /** Attributes of the text, for people who cannot see the list. */
    attributes:
      list.length === 0
        ? {}
        : ({
            'aria-autocomplete': 'list',
            'aria-controls': `${id}-list`,
            'aria-activedescendant': `${id}-option-${current}`,
          } as const),
    /** @returns whether the key belongs to the list */
    onKey(event: KeyboardEvent): boolean {
      if (list.length === 0 || event.nativeEvent.isComposing) return false
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0
      const suggestion = list[current]
      if (step !== 0) setIndex((current + step + list.length) % list.length)
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && suggestion) choose(suggestion)
      else if (event.key === 'Escape') setClosed(before)
      else return false
      event.preventDefault()
      return true
    },
  }
}

function firstOf(suggesters: readonly Suggester[], before: string): Suggestions | null {
  for (const suggest of suggesters) {
    const suggestions = suggest(before)
    if (suggestions) return suggestions
  }
  return null
}

interface ListProps {
  readonly id: string
  readonly suggestions: ReturnType<typeof useSuggestions>
}

export function SuggestionList({ id, suggestions: { suggestionSet, current, choose } }: ListProps) {
  if (!suggestionSet) return null
  if (suggestionSet.list.length === 0)
    return suggestionSet.empty === null ? null : <p className="tw-muted chat-suggestions">{suggestionSet.empty}</p>
  return (
    <div className="chat-suggestions" id={`${id}-list`} role="listbox" aria-label={suggestionSet.label}>
      {suggestionSet.list.map((suggestion, index) => (
        // oxlint-disable-next-line click-events-have-key-events -- the keys are handled in the text
        <div
          key={suggestion.key}
          id={`${id}-option-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          // The text keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(suggestion)}
        >
          <span>{suggestion.title}</span> <span className="tw-muted">{suggestion.detail}</span>
        </div>
      ))}
    </div>
  )
}
