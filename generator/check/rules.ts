/** All rules, in the order of their codes. The list of names is their documentation. */
import { actions } from './actions.ts'
import { bounds } from './bounds.ts'
import { defaults } from './defaults.ts'
import { deletions } from './deletions.ts'
import { fieldKinds } from './field-kinds.ts'
import { fieldsExist } from './fields-exist.ts'
import { fieldsOnce } from './fields-once.ts'
import { harmlessWords } from './harmless-words.ts'
import { ledgerActions, ledgerBalances, ledgerColumns, ledgerSnapshots } from './ledgers.ts'
import { lines } from './lines.ts'
import { identity } from './identity.ts'
import { jsonSyntax } from './json-syntax.ts'
import { knownWords } from './known-words.ts'
import { looks } from './looks.ts'
import { machineActions } from './machine-actions.ts'
import { machineEffects, reversals } from './machine-effects.ts'
import { machineInputs } from './machine-inputs.ts'
import { deadEnds, unreachableStates } from './machine-paths.ts'
import { machineStates } from './machine-states.ts'
import { membersOnce } from './members-once.ts'
import { menus } from './menus.ts'
import { nameShape } from './name-shape.ts'
import { numbers } from './numbers.ts'
import { options } from './options.ts'
import { policies } from './policies.ts'
import { postingBalance, postingEntries, postingKinds, postingLedgers } from './postings.ts'
import { privateFields } from './private-fields.ts'
import { readableFiles } from './readable-files.ts'
import { recordNames } from './record-names.ts'
import { references } from './references.ts'
import { relationTargets } from './relation-targets.ts'
import { requiredFields } from './required-fields.ts'
import { requiredWords } from './required-words.ts'
import { reservedNames } from './reserved-names.ts'
import { ruleCircles } from './rule-circles.ts'
import { ruleConstructs, ruleNames, ruleSyntax, ruleTypes } from './rule-texts.ts'
import { ruleWords } from './rule-words.ts'
import type { Rule } from './rule.ts'
import { supportedWords } from './supported-words.ts'
import { textKeys } from './text-keys.ts'
import { translations } from './translations.ts'
import { trees } from './trees.ts'
import { uniqueNames } from './unique-names.ts'
import { wordValues } from './word-values.ts'
import { wordsOfKinds } from './words-of-kinds.ts'

export const rules: readonly Rule[] = [
  jsonSyntax,
  readableFiles,
  knownWords,
  supportedWords,
  harmlessWords,
  wordValues,
  requiredWords,
  translations,
  membersOnce,
  fieldKinds,
  wordsOfKinds,
  identity,
  nameShape,
  reservedNames,
  uniqueNames,
  fieldsExist,
  fieldsOnce,
  privateFields,
  references,
  relationTargets,
  deletions,
  trees,
  menus,
  recordNames,
  lines,
  options,
  defaults,
  bounds,
  requiredFields,
  actions,
  policies,
  numbers,
  looks,
  textKeys,
  ruleSyntax,
  ruleNames,
  ruleTypes,
  ruleConstructs,
  ruleCircles,
  ruleWords,
  machineStates,
  unreachableStates,
  deadEnds,
  machineActions,
  reversals,
  machineEffects,
  machineInputs,
  ledgerColumns,
  ledgerBalances,
  ledgerActions,
  ledgerSnapshots,
  postingLedgers,
  postingKinds,
  postingEntries,
  postingBalance,
]
