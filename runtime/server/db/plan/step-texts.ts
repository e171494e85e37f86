/** The sentences of a plan's steps and notes. */
import type { Text } from '../../../protocol/index.ts'
import type { TextParams } from '../../../i18n/fill-template.ts'
import { interpolate } from '../../../i18n/i18n.ts'

const sentences = {
  createTable: { 'zh-cn': '添加表 {{table}}。', en: 'New table {{table}}.' },
  foreignKey: { 'zh-cn': '新表 {{table}} 的关联约束。', en: 'References of the new table {{table}}.' },
  addColumn: { 'zh-cn': '{{table}} 添加字段 {{column}}。', en: 'New field {{column}} of {{table}}.' },
  addIndex: { 'zh-cn': '{{table}} 添加索引（{{columns}}）。', en: 'New index of {{table}} on {{columns}}.' },
  dropIndex: {
    'zh-cn': '{{table}} 不再需要索引 {{index}}；不影响数据。',
    en: 'The index {{index}} of {{table}} is no longer needed; data is not affected.',
  },
  addSearch: {
    'zh-cn': '{{table}} 添加快速搜索索引（{{columns}}）；已有记录分批编入，期间照常读写。',
    en: 'New quick-search index of {{table}} on {{columns}}; existing rows are indexed while reads and writes go on.',
  },
  dropSearch: {
    'zh-cn': '{{table}} 不再需要快速搜索索引 {{index}}；不影响数据。',
    en: 'The quick-search index {{index}} of {{table}} is no longer needed; data is not affected.',
  },
  addFloor: {
    'zh-cn': '数据库将拒绝低于下限的 {{table}}.{{column}}。',
    en: 'The database will reject values of {{table}}.{{column}} below its minimum.',
  },
  seal: {
    'zh-cn': '数据库将拒绝修改和删除 {{table}} 的记录。',
    en: 'The database rejects updates and deletions in {{table}}.',
  },
  allowNull: { 'zh-cn': '{{table}}.{{column}} 改为可以为空。', en: '{{table}}.{{column}} may now be empty.' },
  requiredWithoutDefault: {
    'zh-cn':
      '{{table}} 已有记录，新的必填字段 {{column}} 没有值可填。请在 schema 中设置 default 或 x-backfill，或去掉必填。',
    en:
      '{{table}} has records, and the new required field {{column}} has no value for them. Add a default in the ' +
      'schema or a rule in x-backfill, or make the field optional.',
  },
  requiredInLedger: {
    'zh-cn':
      '{{table}} 是只增不改的流水且已有记录，新的必填字段 {{column}} 没有值可填。请在 schema 中设置 default，或去掉必填。',
    en:
      '{{table}} is a ledger with rows, which never change, and the new required field {{column}} has no value for ' +
      'them. Add a default in the schema, or make the field optional.',
  },
  linesWithoutDocument: {
    'zh-cn':
      '{{table}} 已有记录，作为明细每条都须属于一张单据（{{column}}）。请先恢复原来的实体，给它添加关联 {{target}} 的字段 {{column}}，执行 apply，' +
      '为每条记录填写该字段（或删除记录）；然后去掉该字段，再改为明细。',
    en:
      '{{table}} has records, and as lines each of them needs its document in {{column}}. Restore the entity first, ' +
      'add a field {{column}} to it that refers to {{target}}, apply, and fill it in for every record, or delete the ' +
      'records. Then remove the field again and make them lines.',
  },
  renameTable: {
    'zh-cn': '表 {{from}} 改名为 {{to}}；记录保留。',
    en: 'The table {{from}} is renamed to {{to}} and keeps its records.',
  },
  similarTable: {
    'zh-cn':
      '表 {{from}} 已不在 schema 中，新表 {{table}} 的字段与它大多相同。如果是改名，请在新实体上写 "x-renamedFrom": "{{entity}}"；' +
      '如果是新表，请运行 tablewright apply --plan 并给出计划编号，它将没有记录。',
    en:
      'The schemas no longer contain {{from}}, and the new table {{table}} has most of its fields. If the entity was ' +
      'renamed, add "x-renamedFrom": "{{entity}}" to it. If it is a new one without records, run tablewright apply ' +
      '--plan with the number of the plan.',
  },
  similarDocument: {
    'zh-cn':
      '表 {{from}} 已不在 schema 中，新表 {{table}} 的字段与它大多相同。流水中的记录含有实体的名称且永不改变，因此向流水过账的实体不能改名：' +
      '请恢复 $id "{{entity}}"（显示的名称由 x-label 决定）；如果是新表，请运行 tablewright apply --plan 并给出计划编号，它将没有记录。',
    en:
      'The schemas no longer contain {{from}}, and the new table {{table}} has most of its fields. Rows of a ledger ' +
      'contain the name of the entity and never change, so an entity that posts cannot have a new one: restore its ' +
      '$id "{{entity}}" (people see its x-label). If it is a new one without records, run tablewright apply --plan ' +
      'with the number of the plan.',
  },
  renameColumn: {
    'zh-cn': '{{table}}.{{from}} 改名为 {{to}}；值保留。',
    en: '{{table}}.{{from}} is renamed to {{to}} and keeps its values.',
  },
  similarField: {
    'zh-cn':
      '{{table}} 去掉了 {{from}}，又添加了同类的 {{column}}。如果是改名，请在 {{column}} 上写 "x-renamedFrom": "{{from}}"；' +
      '如果是新字段，请运行 tablewright apply --plan 并给出计划编号，它将没有值。',
    en:
      '{{table}} loses {{from}} and gets {{column}}, which is of the same kind. If it was renamed, add ' +
      '"x-renamedFrom": "{{from}}" to {{column}}. If it is a new field without values, run tablewright apply --plan ' +
      'with the number of the plan.',
  },
  similarImplicit: {
    'zh-cn':
      '{{table}} 去掉了 {{from}}，又添加了同类的 {{column}}。如果是改名，请在 x-entity 中写 "renamedFrom": { "{{column}}": "{{from}}" }；' +
      '如果是新的一列，请运行 tablewright apply --plan 并给出计划编号，它将没有值。',
    en:
      '{{table}} loses {{from}} and gets {{column}}, which is of the same kind. If it was renamed, add ' +
      '"renamedFrom": { "{{column}}": "{{from}}" } to x-entity. If it is a new one without values, run tablewright ' +
      'apply --plan with the number of the plan.',
  },
  similarRequired: {
    'zh-cn':
      '{{table}} 去掉了 {{from}}，又添加了同类的必填字段 {{column}}，已有记录没有值可填。如果是改名，请在 {{column}} 上写 ' +
      '"x-renamedFrom": "{{from}}"；如果是新字段，请设置 default（流水以外也可用 x-backfill），或去掉必填。',
    en:
      '{{table}} loses {{from}} and gets the required field {{column}}, which is of the same kind and has no value ' +
      'for the records. If it was renamed, add "x-renamedFrom": "{{from}}" to {{column}}. If it is a new field, add ' +
      'a default or, except in a ledger, a rule in x-backfill, or make it optional.',
  },
  requireFilled: {
    'zh-cn': '{{table}}.{{column}} 改为必填；所有记录都已有值。',
    en: '{{table}}.{{column}} becomes required; every record has a value.',
  },
  requireDefault: {
    'zh-cn': '{{table}}.{{column}} 改为必填；{{rows}} 条没有值的记录填入默认值 {{value}}。',
    en: '{{table}}.{{column}} becomes required; records without a value get the default {{value}}: {{rows}}.',
  },
  requireValue: {
    'zh-cn':
      '{{table}}.{{column}} 改为必填，但有 {{rows}} 条记录没有值。请先填写这些记录，或在 schema 中设置 default，或恢复为选填。',
    en:
      '{{table}}.{{column}} becomes required, but some records have no value ({{rows}}). Fill them in first, add a ' +
      'default in the schema, or make the field optional again.',
  },
  convert: {
    'zh-cn': '{{table}}.{{column}} 从 {{from}} 改为 {{to}}；所有值精确转换，含义不变。',
    en: '{{table}}.{{column}} changes from {{from}} to {{to}}; all values are converted exactly.',
  },
  changeStorage: {
    'zh-cn':
      '{{table}} 的小数改为按真实数值存储：{{columns}}。所有值精确转换，含义不变；其他程序的 SQL 从此读到的就是这些数值。',
    en:
      'The decimals of {{table}} are stored as the figures they are: {{columns}}. All values are converted exactly ' +
      "and mean the same; other people's SQL reads these figures from now on.",
  },
  storageRange: {
    'zh-cn':
      '{{table}}.{{column}} 改为按真实数值存储，最多 18 位数字，但有 {{rows}} 条记录的值太大（编号: 值）：{{examples}}。请先修改这些记录。',
    en:
      '{{table}}.{{column}} is to be stored as the figure it is, with 18 digits at most, and the values of {{rows}} ' +
      'records are too large (id: value): {{examples}}. Change these records first.',
  },
  recompute: {
    'zh-cn': '按规则重新计算 {{table}} 已有记录的 {{column}}。',
    en: '{{column}} of the records in {{table}} is computed again by its rule.',
  },
  protectFiles: {
    'zh-cn': '{{table}}.{{column}} 中的文件变为私有，只有能查看记录的人可以打开。',
    en: 'The files in {{table}}.{{column}} become private: only those who may read the record can open them.',
  },
  publishFiles: {
    'zh-cn':
      '{{table}}.{{column}} 不再是私有字段，其中的文件将向所有知道地址的人公开。' +
      '要公开它们，请运行 tablewright apply --plan 并给出计划编号；否则请恢复 x-file。',
    en:
      '{{table}}.{{column}} is no longer private: its files would be open to everybody who knows their address. ' +
      'To open them, run tablewright apply --plan with the hash of the plan; otherwise put x-file back.',
  },
  replace: {
    'zh-cn':
      '{{table}}.{{column}} 改为由规则计算，{{rows}} 条记录中录入的值将被替换。' +
      '要替换它们，请运行 tablewright apply --plan 并给出计划编号；否则请去掉 x-computed，或换一个新字段名。',
    en:
      '{{table}}.{{column}} is computed by a rule from now on, which replaces the values entered in {{rows}} ' +
      'records. To replace them, run tablewright apply --plan with the number of the plan; otherwise remove ' +
      'x-computed, or use a new field name.',
  },
  backfill: {
    'zh-cn': '{{table}} 有 {{rows}} 条记录的 {{column}} 没有值，按 x-backfill 填入。',
    en: '{{column}} of the records in {{table}} without a value is filled in by x-backfill: {{rows}}.',
  },
  refusedBackfill: {
    'zh-cn':
      '{{table}}.{{column}} 的 x-backfill 会给 {{rows}} 条记录填入该字段不接受的值（编号: 值）：{{examples}}。' +
      '请修改 x-backfill 的规则或该字段的定义，或先修改这些记录中规则所用的字段。',
    en:
      'x-backfill would give {{rows}} records a value that {{table}}.{{column}} does not accept (id: value): ' +
      '{{examples}}. Change the rule or the field, or first change the fields of these records that the rule reads.',
  },
  severalValues: {
    'zh-cn':
      '{{table}}.{{column}} 从 {{from}} 改为 {{to}}，只能有一个值，但有 {{rows}} 条记录有多个（编号: 值）：{{examples}}。请先修改这些记录，或恢复原来的类型。',
    en:
      '{{table}}.{{column}} changes from {{from}} to {{to}} and has one value only, but {{rows}} records have ' +
      'several (id: value): {{examples}}. Change these records first, or restore the type.',
  },
  losesDigits: {
    'zh-cn':
      '{{table}}.{{column}} 从 {{from}} 改为 {{to}}，{{rows}} 条记录会损失小数位（编号: 值）：{{examples}}。' +
      '要四舍五入，请运行 tablewright apply --plan 并给出计划编号；否则请恢复 x-scale。',
    en:
      '{{table}}.{{column}} changes from {{from}} to {{to}}, and {{rows}} records would lose digits (id: value): ' +
      '{{examples}}. To round them, run tablewright apply --plan with the number of the plan; otherwise restore ' +
      'x-scale.',
  },
  outOfRange: {
    'zh-cn':
      '{{table}}.{{column}} 从 {{from}} 改为 {{to}}，有 {{rows}} 条记录的值太大（编号: 值）：{{examples}}。请先修改这些记录，或减小 x-scale。',
    en:
      '{{table}}.{{column}} changes from {{from}} to {{to}}, and the values of {{rows}} records are too large (id: ' +
      'value): {{examples}}. Change these records first, or use a smaller x-scale.',
  },
  noNumber: {
    'zh-cn':
      '{{table}}.{{column}} 从 {{from}} 改为 {{to}}，有 {{rows}} 条记录的值不是这样的数字（编号: 值）：{{examples}}。请先修改这些记录，或恢复原来的类型。',
    en:
      '{{table}}.{{column}} changes from {{from}} to {{to}}, and the values of {{rows}} records are no such numbers ' +
      '(id: value): {{examples}}. Change these records first, or restore the type.',
  },
  noOption: {
    'zh-cn':
      '{{table}}.{{column}} 的新选项不包含 {{rows}} 条记录的值（编号: 值）：{{examples}}。' +
      '请用 x-replaces 或 x-renamedFrom 说明它们归哪个选项，或恢复这些选项，或先修改这些记录。',
    en:
      'The options of {{table}}.{{column}} no longer contain the values of {{rows}} records (id: value): ' +
      '{{examples}}. Say with x-replaces or x-renamedFrom which option they become, restore these options, or change ' +
      'the records first.',
  },
  tooLong: {
    'zh-cn':
      '{{table}}.{{column}} 的 maxLength 变小，有 {{rows}} 条记录的值太长（编号: 值）：{{examples}}。请先缩短这些值，或恢复 maxLength。',
    en:
      'The maxLength of {{table}}.{{column}} becomes smaller, and the values of {{rows}} records are too long (id: ' +
      'value): {{examples}}. Shorten them first, or restore maxLength.',
  },
  otherMeaning: {
    'zh-cn':
      '{{table}}.{{column}} 从 {{from}} 改为 {{to}}，{{rows}} 条记录的值无法转换（编号: 值）：{{examples}}。请恢复原来的类型，或换一个新字段名。',
    en:
      '{{table}}.{{column}} changes from {{from}} to {{to}}, and the values of {{rows}} records cannot be converted ' +
      '(id: value): {{examples}}. Restore the type, or use a new field name.',
  },
  noCalendar: {
    'zh-cn':
      '{{table}}.{{column}} 从 {{from}} 改为 {{to}}，有 {{rows}} 条记录的文本不是日期或时间（编号: 值）：{{examples}}。' +
      '请先改写成 2024-03-05、14:30:00 或 2024-03-05 14:30:00 的形式，或恢复原来的类型。',
    en:
      '{{table}}.{{column}} changes from {{from}} to {{to}}, and the texts of {{rows}} records are no such date or ' +
      'time (id: value): {{examples}}. Write them as 2024-03-05, 14:30:00 or 2024-03-05 14:30:00 first, or restore ' +
      'the type.',
  },
  losesTime: {
    'zh-cn':
      '{{table}}.{{column}} 从 {{from}} 改为 {{to}}，{{rows}} 条记录会失去时刻（编号: 值）：{{examples}}。' +
      '要去掉时刻，请运行 tablewright apply --plan 并给出计划编号；否则请恢复原来的类型。',
    en:
      '{{table}}.{{column}} changes from {{from}} to {{to}}, and {{rows}} records would lose the time of day (id: ' +
      'value): {{examples}}. To drop it, run tablewright apply --plan with the number of the plan; otherwise restore ' +
      'the type.',
  },
  noTitle: {
    'zh-cn':
      '{{table}}.{{column}} 改为关联 {{target}}，有 {{rows}} 条记录的文本在那里不是恰好一条记录的标题（编号: 值）：{{examples}}。' +
      '请先修改这些文本，或恢复原来的类型，执行 apply，在 {{target}} 中补齐这些记录后再改。',
    en:
      '{{table}}.{{column}} would refer to {{target}}, and the texts of {{rows}} records are the title of no record ' +
      'there, or of several (id: value): {{examples}}. Change these texts first; or restore the type, apply, add the ' +
      'records that are missing in {{target}}, and then change the type.',
  },
  convertLedger: {
    'zh-cn':
      '{{table}} 是只增不改的流水，{{column}} 从 {{from}} 改为 {{to}} 会改变已有记录的内容，封存校验将失效。' +
      '流水中只有数字可以更改，且每个值都必须保持不变（例如增加小数位）。请恢复原来的定义，或添加一个新字段。',
    en:
      '{{table}} is a ledger whose rows never change. Changing {{column}} from {{from}} to {{to}} would change what ' +
      'they say, and their seals would be broken. In a ledger only numbers can change, and only when every value ' +
      'stays the same, such as with more decimals. Restore the definition, or add a new field.',
  },
  ledgerDigits: {
    'zh-cn':
      '{{table}} 是只增不改的流水，{{column}} 从 {{from}} 改为 {{to}}，{{rows}} 条记录会损失小数位（编号: 值）：{{examples}}。' +
      '这些记录已封存，不能四舍五入。请恢复 x-scale，或添加一个新字段。',
    en:
      '{{table}} is a ledger whose rows never change. {{column}} changes from {{from}} to {{to}}, and {{rows}} rows ' +
      'would lose digits (id: value): {{examples}}. They are sealed and cannot be rounded. Restore x-scale, or add ' +
      'a new field.',
  },
  removeDeleted: {
    'zh-cn':
      '{{table}} 不再有 softDelete（{{column}}），已删除的 {{rows}} 条记录会重新出现。' +
      '要彻底删除它们，请运行 tablewright apply --plan 并给出计划编号；否则请恢复 softDelete。',
    en:
      '{{table}} has no softDelete ({{column}}) any more, so {{rows}} deleted records would appear again. To remove ' +
      'them for good, run tablewright apply --plan with the number of the plan; otherwise restore softDelete.',
  },
  unrecorded: {
    'zh-cn':
      '数据库尚未记录其值的含义（类型、小数位、选项）；下次启动或 apply 时按当前 schema 记录。在此之前改过 x-scale、类型或选项的，请先恢复。',
    en:
      'The database does not record yet what its values mean (kinds, scales, options); the next start or apply ' +
      'records the schemas as they are. If one of these was changed since the last start, restore it first.',
  },
  changeType: {
    'zh-cn':
      '{{table}}.{{column}} 的类型从 {{from}} 变为 {{to}}，已有的值可能无法转换，暂不支持。请恢复原来的类型，或换一个新字段名。',
    en:
      '{{table}}.{{column}} changes its type from {{from}} to {{to}}; existing values may not convert, so this ' +
      'is not supported yet. Restore the type, or use a new field name.',
  },
  addKey: {
    'zh-cn': '{{table}}.{{column}} 从现在起关联 {{target}}；已有的值都有对应的记录。',
    en: '{{table}}.{{column}} refers to {{target}} from now on; every value is the id of a record.',
  },
  dropKey: {
    'zh-cn': '{{table}}.{{column}} 不再关联 {{from}}；值保留。',
    en: '{{table}}.{{column}} no longer refers to {{from}} and keeps its values.',
  },
  changeDeletion: {
    'zh-cn': '{{table}}.{{column}} 的删除规则改变；值不变。',
    en: 'The deletion rule of {{table}}.{{column}} changes; its values do not.',
  },
  validateKey: {
    'zh-cn': '{{table}}.{{column}} 的关联尚未检查全部记录。',
    en: 'The reference {{table}}.{{column}} has not been checked for all records yet.',
  },
  retarget: {
    'zh-cn':
      '{{table}}.{{column}} 从关联 {{from}} 改为关联 {{target}}，{{rows}} 条记录的编号将指向另一张表的记录。' +
      '如果确实如此，请运行 tablewright apply --plan 并给出计划编号；否则请恢复 x-relation，或换一个新字段名。',
    en:
      '{{table}}.{{column}} refers to {{target}} instead of {{from}}, so the ids in {{rows}} records would mean ' +
      'records of another table. If they do, run tablewright apply --plan with the number of the plan; otherwise ' +
      'restore x-relation, or use a new field name.',
  },
  orphans: {
    'zh-cn':
      '{{table}}.{{column}} 要关联 {{target}}，但有 {{rows}} 条记录的值没有对应的记录（编号: 值）：{{examples}}。请先修改或清空这些值，或恢复 x-relation。',
    en:
      '{{table}}.{{column}} would refer to {{target}}, but the values of {{rows}} records are the id of no record ' +
      'there (id: value): {{examples}}. Change or clear these values first, or restore x-relation.',
  },
  ownIndex: {
    'zh-cn': '{{table}}.{{column}} 有一个不由 Tablewright 管理的索引，会妨碍更改。请先删除该索引，更改之后再重新创建。',
    en:
      '{{table}}.{{column}} has an index that Tablewright does not manage and that is in the way. Drop it first, and ' +
      'create it again after the change.',
  },
  dependants: {
    'zh-cn':
      '{{table}}.{{column}} 的类型要更改，但有不由 Tablewright 管理的对象依赖它：{{names}}。请先删除这些对象，更改之后再重新创建。',
    en:
      'The type of {{table}}.{{column}} is to change, and something that Tablewright does not manage depends on it: ' +
      '{{names}}. Drop it first, and create it again after the change.',
  },
  lockingDependants: {
    'zh-cn':
      '{{table}}.{{column}} 的值需要转换，但有不由 Tablewright 管理的对象依赖它：{{names}}。保留它们就只能锁表改写全部 {{records}} 条记录，' +
      '其间（约 {{seconds}} 秒）谁都无法读写该表，因此不予转换。请先删除这些对象再执行 apply（转换期间照常读写），完成之后重新创建它们。',
    en:
      'The values of {{table}}.{{column}} are to be converted, and something that Tablewright does not manage ' +
      'depends on it: {{names}}. With it, all {{records}} records could only be rewritten with the table locked: ' +
      'nobody could read or write it for about {{seconds}} s, so this is not done. Drop it first, then apply: the ' +
      'table stays usable during the conversion. Create it again afterwards.',
  },
  convertAfterOthers: {
    'zh-cn':
      '{{table}}.{{column}} 的值需要转换，而它与同一计划中另一个要转换的字段共用一个索引。记录很多时只能先后进行：请先执行本计划中的其他更改，之后的计划再转换它。',
    en:
      'The values of {{table}}.{{column}} are to be converted, and it shares an index with another field that this ' +
      'plan converts. With many records they follow each other: apply the rest of this plan; the next one ' +
      'converts it.',
  },
  discard: {
    'zh-cn': '{{table}} 中有一次未完成的更改留下的列和触发器，已不再需要，将其删除；不影响数据。',
    en:
      'A change of {{table}} that was not completed has left columns and a trigger that are no longer needed. They ' +
      'are removed; data is not affected.',
  },
  noDefault: {
    'zh-cn':
      '{{table}}.{{column}} 的默认值 {{value}} 没有对应的记录。请在 schema 中换一个 default，或去掉 default 并设为选填。',
    en:
      'The default {{value}} of {{table}}.{{column}} is the id of no record. Use another default in the schema, or ' +
      'make the field optional without one.',
  },
  requireLedger: {
    'zh-cn': '{{table}} 是只增不改的流水，{{rows}} 条记录的 {{column}} 没有值且不能补填。请恢复为选填。',
    en:
      '{{table}} is a ledger whose rows never change, and {{rows}} of them have no value of {{column}}. Make the ' +
      'field optional again.',
  },
  release: {
    'zh-cn': 'schema 中已没有 {{table}}.{{column}}；它改为可以为空，不再妨碍添加和删除记录；值保留。',
    en:
      'The schema no longer contains {{table}}.{{column}}. It may now be empty and no longer prevents records from ' +
      'being added or deleted; its values are kept.',
  },
  releaseTable: {
    'zh-cn': 'schema 中已没有表 {{table}}；它的 {{column}} 不再妨碍删除 {{target}} 的记录，记录删除后变为空。',
    en:
      'The schemas no longer contain the table {{table}}. Its {{column}} no longer prevents records of {{target}} ' +
      'from being deleted and becomes empty with them.',
  },
  naturalKey: {
    'zh-cn':
      '{{table}} 的 key（{{columns}}）有 {{rows}} 组重复值，导入时无法确定是哪条记录：{{examples}}。请先修改这些记录，或恢复 key。',
    en:
      '{{table}} has values of its key {{columns}} that occur more than once ({{rows}}), so an import could not tell ' +
      'the records apart: {{examples}}. Change these records first, or restore the key.',
  },
  uniqueIndex: {
    'zh-cn':
      '{{table}} 的（{{columns}}）有 {{rows}} 组重复值，无法添加唯一索引：{{examples}}。请先修改这些记录，或去掉 unique。',
    en:
      '{{table}} has values of {{columns}} that occur more than once ({{rows}}), so they cannot be unique: ' +
      '{{examples}}. Change these records first, or remove "unique".',
  },
  dropColumn: {
    'zh-cn':
      'schema 中已没有 {{table}}.{{column}}；删除会丢失数据，因此予以保留。请在 schema 中恢复该字段；如果是改名，请用 x-renamedFrom。',
    en:
      'The schema no longer contains {{table}}.{{column}}. It is kept because dropping it would lose data. ' +
      'Restore the field; if it was renamed, use x-renamedFrom.',
  },
  dropTable: {
    'zh-cn': 'schema 中已没有表 {{table}}；删除会丢失数据，因此予以保留。请恢复它的 schema 文件。',
    en:
      'The schemas no longer contain the table {{table}}. It is kept because dropping it would lose data. ' +
      'Restore its schema file.',
  },
  strangeTable: {
    'zh-cn': '表 {{table}} 不由 Tablewright 管理，不作改动。',
    en: 'The table {{table}} is not managed by Tablewright and is not changed.',
  },
  strangeColumn: {
    'zh-cn': '列 {{table}}.{{column}} 不由 Tablewright 管理，不作改动。',
    en: 'The column {{table}}.{{column}} is not managed by Tablewright and is not changed.',
  },
} as const satisfies Record<string, Text>

export type ReasonKey = keyof typeof sentences

/** The sentence of that key with its places filled in. */
export function reason(key: ReasonKey, params: TextParams): Text {
  return interpolate(sentences[key], params)
}
