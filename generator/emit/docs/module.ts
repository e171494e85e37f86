/** `docs/<module>.md`: the relations as a Mermaid diagram, the fields of every entity and the states of its machine. */
import type { FieldModel, TableModel } from '../../../runtime/protocol/index.ts'
import type { Module } from '../../link/schema-set.ts'
import { generatedFolder } from '../folder.ts'
import { markdown, type Output } from '../output.ts'
import { stateDiagram } from './state-diagram.ts'

export function emitDocs(module: Module): Output {
  const models = module.entities.map((entity) => entity.model)
  const body = [`# ${inBoth(module.label)}`, diagram(models), ...models.map(section)]
  return markdown(`${generatedFolder}/docs/${module.name}.md`, `schemas/${module.name}`, body.join('\n\n'))
}

const inBoth = (label: TableModel['label']): string => `${plain(label['zh-cn'])} · ${plain(label.en)}`

/** Text of a schema inside Markdown: no markup, no new cell or line. */
function plain(text: string): string {
  return text.replace(/[\r\n]+/g, ' ').replace(/[\\`*_{}[\]<>#|~]/g, (sign) => `\\${sign}`)
}

function diagram(models: readonly TableModel[]): string {
  const relations = models.flatMap((model) =>
    model.fields.flatMap((field) =>
      field.relation && !field.relation.owned ? [edge(model, field, field.relation.table)] : [],
    ),
  )
  return ['```mermaid', 'erDiagram', ...models.map((model) => `  ${model.table}`), ...relations, '```'].join('\n')
}

function edge(model: TableModel, field: FieldModel, target: string): string {
  return `  ${target} ${field.required ? '||' : '|o'}--o{ ${model.table} : ${field.name}`
}

function section(model: TableModel): string {
  const facts = [
    `table \`${model.table}\``,
    `controller \`${model.controller}\``,
    `actions ${model.actions.map((action) => `\`${action}\``).join(' ') || '–'}`,
    ...limitOf(model),
    ...(model.ownedBy ? [`lines of \`${model.ownedBy.entity}\``] : []),
    ...(model.number ? [`numbers \`${model.number.pattern}\``] : []),
  ]
  const rows = model.fields.map(
    (field) => `| \`${field.name}\` | ${inBoth(field.label)} | ${field.kind} | ${remarksOf(field)} |`,
  )
  return [
    `## ${inBoth(model.label)}`,
    '',
    `${facts.join(' · ')}`,
    '',
    '| field | label | kind | remarks |',
    '|---|---|---|---|',
    ...rows,
    ...rulesOf(model),
    ...machineOf(model),
  ].join('\n')
}

/** Its states as a diagram, or its actions where there are none. */
function machineOf(model: TableModel): readonly string[] {
  if (!model.machine) return []
  if (model.machine.fields.length > 0) return ['', stateDiagram(model, model.machine)]
  return ['', ...model.machine.actions.map(({ name, label }) => `- action \`${name}\` ${inBoth(label)}`)]
}

/** What holds over several fields, and for rows. */
function rulesOf({ checks = [], policy }: TableModel): readonly string[] {
  const rows = Object.entries(policy?.rows ?? {}).map(([action, rule]) => `- rows of ${action}: ${code(rule.source)}`)
  const kept = checks.map(
    ({ name, rule, message, allowExisting }) =>
      `- check ${name}${allowExisting ? ' (an old breach may stay)' : ''}: ${code(rule.source)} – ${inBoth(message)}`,
  )
  return rows.length + kept.length === 0 ? [] : ['', ...kept, ...rows]
}

function ruleRemarks({ when, requiredWhen, readOnlyWhen, backfill, computed }: FieldModel): readonly string[] {
  const rules = [
    ['only when', when],
    ['required when', requiredWhen],
    ['read-only when', readOnlyWhen],
    ['existing records get', backfill],
    [computed?.stored === false ? 'computed, not stored' : 'computed', computed?.rule],
  ] as const
  return rules.flatMap(([keywords, rule]) => (rule ? [`${keywords} ${code(rule.source)}`] : []))
}

/** A rule inside a table of Markdown. */
const code = (source: string): string =>
  `\`${source
    .replace(/[\r\n]+/g, ' ')
    .replaceAll('`', "'")
    .replaceAll('|', '\\|')}\``

function limitOf({ policy }: TableModel): readonly string[] {
  return policy?.limit ? [`rows \`${policy.limit.mode}\` by \`${policy.limit.on}\``] : []
}

function remarksOf(field: FieldModel): string {
  const flags = [
    field.required && 'required',
    field.readOnly && 'read-only',
    field.private && 'private',
    field.implicit && 'implicit',
  ]
  const limits = [
    ['min', field.minimum],
    ['max', field.maximum],
    ['length', field.maxLength],
    ['items', field.maxItems],
    ['digits', field.scale],
  ] as const
  const options = field.options?.map((option) => `${option.value} ${plain(option.label['zh-cn'])}`)
  return [
    ...flags.filter((flag) => typeof flag === 'string'),
    ...(field.module ? [`added by \`${field.module}\``] : []),
    ...limits.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`])),
    ...(field.relation
      ? [`→ \`${field.relation.to}\` (${field.relation.owned ? 'lines' : field.relation.onDelete})`]
      : []),
    ...(options ? [options.join(', ')] : []),
    ...ruleRemarks(field),
    ...(field.default === undefined
      ? []
      : [`default \`${JSON.stringify(field.default).replaceAll('`', "'").replaceAll('|', '\\|')}\``]),
  ].join('; ')
}
