/** All rules, in the order of their codes. The list of names is their documentation. */
import { lookups } from './fields/lookups.ts'
import { adoptedTables } from './entities/adopted.ts'
import { actions } from './entities/actions.ts'
import { bounds } from './fields/bounds.ts'
import { defaults } from './fields/defaults.ts'
import { deletions } from './relations/deletions.ts'
import { fieldKinds } from './fields/field-kinds.ts'
import { fieldsExist } from './fields/fields-exist.ts'
import { uniqueListEntries } from './fields/unique-list-entries.ts'
import { forbiddenKeywordsRule } from './keywords/forbidden-keywords.ts'
import { ledgerActions } from './ledgers/ledger-actions.ts'
import { ledgerBalances } from './ledgers/ledger-balances.ts'
import { ledgerColumns } from './ledgers/ledger-columns.ts'
import { ledgerSnapshots } from './ledgers/ledger-snapshots.ts'
import { lines } from './relations/lines.ts'
import { identity } from './files/identity.ts'
import { jsonSyntax } from './files/json-syntax.ts'
import { knownKeywords } from './keywords/known-keywords.ts'
import { presentation } from './fields/presentation.ts'
import { messageNumbers } from './rules/message-numbers.ts'
import { machineActions } from './machines/machine-actions.ts'
import { machineEffects } from './machines/machine-effects.ts'
import { reversals } from './machines/reversals.ts'
import { machineInputs } from './machines/machine-inputs.ts'
import { deadEnds } from './machines/dead-ends.ts'
import { unreachableStates } from './machines/unreachable-states.ts'
import { machineStates } from './machines/machine-states.ts'
import { uniqueMembers } from './files/unique-members.ts'
import { menus } from './entities/menus.ts'
import { namePattern } from './names/name-pattern.ts'
import { documentNumbers } from './entities/document-numbers.ts'
import { options } from './fields/options.ts'
import { policies } from './entities/policies.ts'
import { postingBalance } from './ledgers/posting-balance.ts'
import { postingEntries } from './ledgers/posting-entries.ts'
import { postingKinds } from './ledgers/posting-kinds.ts'
import { postingLedgers } from './ledgers/posting-ledgers.ts'
import { privateFields } from './fields/private-fields.ts'
import { readableFiles } from './files/readable-files.ts'
import { titles } from './entities/titles.ts'
import { references } from './relations/references.ts'
import { relationTargets } from './relations/relation-targets.ts'
import { requiredFields } from './fields/required-fields.ts'
import { requiredKeywords } from './keywords/required-keywords.ts'
import { reservedNames } from './names/reserved-names.ts'
import { ruleCycles } from './rules/rule-cycles.ts'
import { ruleConstructs, ruleNames, ruleSyntax, ruleTypes } from './rules/rule-texts.ts'
import { ruleKeywords } from './rules/rule-keywords.ts'
import { overlayAdditions } from './overlays/additions.ts'
import { overlayPositions } from './overlays/positions.ts'
import { overlayTargets } from './overlays/targets.ts'
import type { Rule } from './rule.ts'
import { supportedKeywords } from './keywords/supported-keywords.ts'
import { textKeys } from './texts/text-keys.ts'
import { translations } from './texts/translations.ts'
import { trees } from './relations/trees.ts'
import { formerNames } from './names/former-names.ts'
import { uniqueNames } from './names/unique-names.ts'
import { keywordValues } from './keywords/keyword-values.ts'
import { keywordsOfKindRule } from './keywords/keywords-of-kind.ts'

export const rules: readonly Rule[] = [
  jsonSyntax,
  readableFiles,
  knownKeywords,
  supportedKeywords,
  forbiddenKeywordsRule,
  keywordValues,
  requiredKeywords,
  translations,
  uniqueMembers,
  fieldKinds,
  keywordsOfKindRule,
  identity,
  namePattern,
  reservedNames,
  uniqueNames,
  formerNames,
  fieldsExist,
  uniqueListEntries,
  privateFields,
  references,
  relationTargets,
  deletions,
  trees,
  menus,
  titles,
  lookups,
  lines,
  options,
  defaults,
  bounds,
  requiredFields,
  actions,
  policies,
  documentNumbers,
  adoptedTables,
  presentation,
  textKeys,
  ruleSyntax,
  ruleNames,
  ruleTypes,
  ruleConstructs,
  ruleCycles,
  ruleKeywords,
  machineStates,
  unreachableStates,
  deadEnds,
  machineActions,
  reversals,
  machineEffects,
  machineInputs,
  messageNumbers,
  ledgerColumns,
  ledgerBalances,
  ledgerActions,
  ledgerSnapshots,
  postingLedgers,
  postingKinds,
  postingEntries,
  postingBalance,
  overlayTargets,
  overlayAdditions,
  overlayPositions,
]
