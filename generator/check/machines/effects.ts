import type { RawMachineAction } from '../../raw/documents.ts'
import { escaped } from '../view/document.ts'
import { at } from '../view/machine-view.ts'

/** JSON pointer to a part of an action. */
export const actionPointer = (name: string, rest: string): string => `${at}/actions/${escaped(name)}/${rest}`
/** The effects of an action, each an object whose only member says what it does. */
export const effectsOf = (action: RawMachineAction): readonly Readonly<Record<string, string | undefined>>[] =>
  action.effects ?? []
