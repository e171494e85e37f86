/** Codes of fields, relations and entities. */
import { explanation, type Explanation } from './explanation.ts'

export const fields: Readonly<Record<string, Explanation>> = {
  TW1301: explanation(
    ['引用的字段都存在。', 'Every field that a schema refers to exists.'],
    ['指向不存在的字段的列、索引或规则没有作用。', 'A column, index or rule that names no field has no effect.'],
    ['改正名称，或声明该字段。', 'Correct the name, or declare the field.'],
    '"x-search": ["nmae"]',
    '"x-search": ["name"]',
  ),
  TW1302: explanation(
    ['字段列表中每个字段只出现一次。', 'A list of fields contains each field once.'],
    ['重复的字段会显示或索引两次。', 'A field listed twice would be shown or indexed twice.'],
    ['去掉重复项。', 'Remove the repetition.'],
    '"columns": ["name", "name"]',
    '"columns": ["name"]',
  ),
  TW1303: explanation(
    [
      '私有字段不显示、不检索、不排序，也不作标题。',
      'A private field is not shown, searched, sorted by or used as a title.',
    ],
    ['它的值永不离开服务器，筛选也会泄露它。', 'Its value never leaves the server, and a filter would reveal it.'],
    ['去掉该引用，或去掉 x-private。', 'Remove the reference, or x-private.'],
    '"x-search": ["password"]',
    '"x-search": ["username"]',
  ),
  TW1304: explanation(
    [
      '$ref 是指向 schemas/ 下枚举文档或共用类型的相对路径。',
      'A $ref is a relative path to an enum document or a shared type below schemas/.',
    ],
    ['其他引用可能读取项目之外的内容。', 'Any other reference could read what is outside the project.'],
    [
      '写成指向 enums/<名称>.json 或 types/<名称>.json 的相对路径。',
      'Write a relative path to enums/<name>.json or types/<name>.json.',
    ],
    '{ "$ref": "https://example.com/level.json" }',
    '{ "$ref": "enums/level.json" }',
  ),
  TW1305: explanation(
    ['关联指向一个有存储的实体。', 'A relation points to a stored entity.'],
    ['没有表的实体没有可引用的记录。', 'An entity without a table has no records to refer to.'],
    ['改成现有实体的 $id。', 'Write the $id of an existing entity.'],
    '"x-relation": "shop/brnad"',
    '"x-relation": "shop/brand"',
  ),
  TW1306: explanation(
    ['关联的 onDelete 可以执行。', 'The onDelete of a relation can be carried out.'],
    [
      '必填的引用不能清空，仅列表的记录不能级联删除。',
      'A required reference cannot become empty, and some records cannot be deleted with others.',
    ],
    ['改用 restrict，或让字段可选。', 'Use restrict, or make the field optional.'],
    '"required": ["brand_id"], … "onDelete": "null"',
    '"required": ["brand_id"], … "onDelete": "restrict"',
  ),
  TW1307: explanation(
    ['树的上级是对同一实体的可选引用。', 'The parent of a tree is an optional reference to the same entity.'],
    ['根节点没有上级，其他实体不能构成同一棵树。', 'A root has no parent, and another entity is no part of the tree.'],
    ['让 tree 指向可选的自引用字段。', 'Let tree name an optional reference to the entity itself.'],
    '"tree": "brand_id"',
    '"tree": "pid"',
  ),
  TW1308: explanation(
    ['菜单列出本模块的实体，每个一次。', 'A menu lists entities of its own module, each once.'],
    ['其他模块的实体在其自己的菜单中。', 'Entities of other modules are in menus of their own.'],
    ['去掉该项或改正名称。', 'Remove the entry or correct its name.'],
    '"menu": ["brand", "brand"]',
    '"menu": ["brand"]',
  ),
  TW1309: explanation(
    [
      '实体的标题和关联显示的字段是文本；详情为文本或数字。',
      'The title of an entity and the field shown for a relation are texts, details are texts or numbers.',
    ],
    ['人们靠它识别记录，并按它检索。', 'People recognise records by it and search for it.'],
    ['选择一个文本字段。', 'Choose a text field.'],
    '"title": "image"',
    '"title": "name"',
  ),
  TW1310: explanation(
    [
      '明细属于一个有存储的单据，只经由它访问，并显示在表格中。',
      'Lines belong to one stored document, are accessed only through it and appear in a grid.',
    ],
    ['否则明细会绕过单据的规则被修改。', 'Otherwise lines could be changed past the rules of their document.'],
    [
      '明细实体不声明操作，并在单据的表单中写 grid。',
      'Declare no actions on the lines and place a grid in the form of the document.',
    ],
    '"x-views": { "form": [{ "rows": [["lines"]] }] }',
    '"x-views": { "form": [{ "grid": "lines" }] }',
  ),
  TW1311: explanation(
    [
      'lookup 或 x-fill 沿引用到达同种类的存储值。',
      'A lookup or x-fill follows references to a stored value of the same kind; nothing else gives a lookup a value.',
    ],
    ['另一种类的值无法显示或填入。', 'A value of another kind cannot be shown or filled in.'],
    ['改正路径，或让两个字段种类相同。', 'Correct the path, or give both fields one kind.'],
    '"x-computed": { "lookup": "product_id.weight" }',
    '"x-computed": { "lookup": "product_id.name" }',
  ),
  TW1401: explanation(
    [
      'enum 与 x-options 列出相同的值，各一次，且与字段类型一致。',
      'enum and x-options list the same values, each once and with the type of the field.',
    ],
    [
      '没有名称的值无法显示，没有值的名称无法保存。',
      'A value without a name cannot be shown, a name without a value not stored.',
    ],
    ['使两处一致。', 'Make both agree.'],
    '"enum": [1, 2], "x-options": { "on": { "value": 1, … } }',
    '"enum": [1], "x-options": { "on": { "value": 1, … } }',
  ),
  TW1402: explanation(
    ['默认值是字段的有效值。', 'A default is a valid value of its field.'],
    ['无效的默认值会让每条新记录被拒绝。', 'An invalid default would have every new record refused.'],
    ['改正默认值或限制。', 'Correct the default or the limit.'],
    '{ "type": "integer", "maximum": 5, "default": 9 }',
    '{ "type": "integer", "maximum": 5, "default": 3 }',
  ),
  TW1403: explanation(
    ['最小值不大于最大值。', 'A minimum is not greater than its maximum.'],
    ['否则没有任何值有效。', 'No value would be valid otherwise.'],
    ['交换或改正两者。', 'Swap or correct them.'],
    '{ "minimum": 9, "maximum": 1 }',
    '{ "minimum": 1, "maximum": 9 }',
  ),
  TW1404: explanation(
    ['可新增记录之处，必填的字段都能得到值。', 'A required field gets a value wherever records can be added.'],
    [
      '只读的字段没有人能填，表单中没有的字段也一样，记录因此无法保存。',
      'Nobody can fill in a read-only field, nor one that the form does not have; no record could be saved.',
    ],
    ['给它 default，放进表单，或不设为必填。', 'Give it a default, put it into the form, or do not require it.'],
    '"required": ["state"], "state": { "readOnly": true }',
    '"required": ["state"], "state": { "readOnly": true, "default": 0 }',
  ),
  TW1405: explanation(
    ['每个操作只列一次，且所需的列存在。', 'Each action is listed once and only where its column exists.'],
    ['sortable 需要 x-entity.sort，恢复需要 softDelete。', 'sortable needs x-entity.sort, restoring needs softDelete.'],
    ['去掉该操作，或声明所需的列。', 'Remove the action, or declare its column.'],
    '"x-actions": ["index", "sortable"]',
    '"x-entity": { "sort": "weigh" }, "x-actions": ["index", "sortable"]',
  ),
  TW1406: explanation(
    ['字段的控件和列设置与其种类相符。', 'The widget and the column of a field match its kind.'],
    ['不相符的控件无法编辑该值。', 'Another widget could not edit the value.'],
    ['换一个控件，或去掉 x-widget。', 'Choose another widget, or remove x-widget.'],
    '{ "type": "string", "x-widget": "switch" }',
    '{ "type": "integer", "enum": [0, 1], "x-widget": "switch" }',
  ),
  TW1408: explanation(
    [
      'pattern 在任何输入下都很快，并带有 maxLength。',
      'A pattern is fast for every input and stands beside a maxLength.',
    ],
    ['某些表达式遇到特定文本会占用服务器数分钟。', 'Some expressions occupy the server for minutes on certain texts.'],
    ['去掉嵌套的重复，并加上 maxLength。', 'Avoid nested repetitions, and add maxLength.'],
    '{ "pattern": "^(a+)+$" }',
    '{ "pattern": "^a+$", "maxLength": 40 }',
  ),
  TW1409: explanation(
    [
      '策略按引用管理员的列限制行，并保留操作所需的字段。',
      'A policy limits rows by a column that refers to admins and keeps the fields an action needs.',
    ],
    ['否则限制无法执行，或操作无法进行。', 'Otherwise the limit cannot be applied, or the action not be carried out.'],
    ['改正列名，或把所需字段加入列表。', 'Correct the column, or add the fields to the list.'],
    '"x-policy": { "edit": { "fields": [] } }',
    '"x-policy": { "edit": { "fields": ["name"] } }',
  ),
  TW1410: explanation(
    [
      '单据号的格式含一个计数器，字段为足够长的只读文本。',
      'Document numbers use a pattern with one counter and a read-only text field that is long enough.',
    ],
    [
      '没有计数器的单据号会重复，太短的会被截断。',
      'Numbers without a counter repeat, and a short field cuts them off.',
    ],
    ['写 {seq:6}，并加大 maxLength。', 'Write {seq:6}, and raise maxLength.'],
    '"number": { "field": "no", "pattern": "RK{yyyyMMdd}" }',
    '"number": { "field": "no", "pattern": "RK{yyyyMMdd}{seq:6}" }',
  ),
  TW1411: explanation(
    ['接管的表写明列名，不增加任何内容。', 'Adopted tables name their columns, and nothing is added to them.'],
    ['这些表属于另一个应用，结构不会被改动。', 'The tables belong to another application and are never altered.'],
    ['去掉需要新列的设置。', 'Remove what would need a column of its own.'],
    '"x-entity": { "adopted": { … }, "softDelete": "deleted_at" }',
    '"x-entity": { "adopted": { … } }',
  ),
  TW1901: explanation(
    ['列表的默认排序有索引（警告）。', 'The default order of a list has an index (a warning).'],
    ['没有索引时，记录多了每页都要排序全部行。', 'Without one, every page sorts all rows once there are many.'],
    ['声明一个以排序字段开头的 x-index。', 'Declare an x-index that begins with the field of the order.'],
    '"x-views": { "table": { "sort": "-code" } }',
    '"x-index": { "code": { "on": ["code"] } }',
  ),
  TW1902: explanation(
    ['图标是网页端能绘制的图标（警告）。', 'Icons are those that the client draws (a warning).'],
    [
      '网页端只载入列出的图标，其他名称显示为圆圈。',
      'The client loads the listed icons only; it shows a circle for any other name.',
    ],
    ['使用提示中的图标名。', 'Use one of the names that the hint has.'],
    '"x-entity": { "icon": "trucks" }',
    '"x-entity": { "icon": "truck" }',
  ),
}
