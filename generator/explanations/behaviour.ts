/** Codes of rules, state machines and ledgers, and of the code of modules. */
import { explanation, type Explanation } from './explanation.ts'

export const behaviour: Readonly<Record<string, Explanation>> = {
  TW1601: explanation(
    ['规则是一个有效的表达式。', 'A rule is one valid expression.'],
    ['规则是一种小语言，从不作为代码执行。', 'Rules are a small language and are never run as code.'],
    ['修正所指位置的语法。', 'Mend the syntax at the place named.'],
    '"x-required": "kind == \'a\' &&"',
    '"x-required": "kind == \'a\'"',
  ),
  TW1602: explanation(
    ['规则使用存在的字段、选项和函数。', 'A rule uses existing fields, options and functions.'],
    ['拼错的名称会让规则永不成立。', 'With a misspelt name a rule would never hold.'],
    ['改成建议的名称。', 'Use the name that is suggested.'],
    '"x-required": "type == \'purchas\'"',
    '"x-required": "type == \'purchase\'"',
  ),
  TW1603: explanation(
    ['规则中的类型相符。', 'The types in a rule match.'],
    ['比较不同类型的值结果总是假。', 'Values of two types are never equal.'],
    [
      '比较同类型的值；必填等规则的结果是真或假。',
      'Compare values of one type; rules such as x-required are true or false.',
    ],
    '"x-required": "level == \'3\'"',
    '"x-required": "level == 3"',
  ),
  TW1604: explanation(
    [
      '规则只使用表单、服务器和两种数据库计算结果一致的内容。',
      'A rule uses only what the form, the server and both databases evaluate alike.',
    ],
    ['否则表单允许的内容会被服务器拒绝。', 'Otherwise the server would refuse what the form allows.'],
    ['改用文档列出的运算符和函数。', 'Use the operators and functions that the reference lists.'],
    '"x-when": "name.matches(\'^A\')"',
    '"x-when": "name != \'\'"',
  ),
  TW1605: explanation(
    ['字段的规则之间没有循环。', 'The rules of fields do not form a cycle.'],
    ['互相依赖的字段没有确定的结果。', 'Fields that depend on each other have no settled outcome.'],
    ['去掉其中一个方向的依赖。', 'Remove one direction of the dependency.'],
    '"a": { "x-when": "has(b)" }, "b": { "x-when": "has(a)" }',
    '"a": { … }, "b": { "x-when": "has(a)" }',
  ),
  TW1606: explanation(
    [
      '规则用在起作用的地方，且不与其他关键字矛盾。',
      'A rule is used where it takes effect and contradicts no other keyword.',
    ],
    [
      '例如 x-required 只看自己的字段，就什么也不要求。',
      'An x-required that looks at its own field only requires nothing, for example.',
    ],
    ['去掉规则，或让它依据其他字段。', 'Remove the rule, or let it look at other fields.'],
    '"due": { "x-required": "has(due)" }',
    '"due": { "x-required": "has(start)" }',
  ),
  TW1701: explanation(
    ['流水的列具有所需的种类。', 'The columns of a ledger have the kinds it needs.'],
    ['数量必须精确相加，维度必须能作为键。', 'Quantities have to add up exactly, dimensions to be keys.'],
    ['按提示改变列的种类。', 'Change the kind of the column as the hint says.'],
    '"measure": "note"',
    '"measure": "quantity"',
  ),
  TW1702: explanation(
    [
      '余额以流水的维度为键，且只由一个流水更新。',
      'A balance is keyed by the dimensions of its ledger, and only one ledger updates it.',
    ],
    ['否则余额与流水之和不符。', 'Otherwise a balance is not the sum of its ledger.'],
    ['用维度作键，每个余额表只归一个流水。', 'Use dimensions as key, and one ledger for each balance table.'],
    '"key": ["supplier_id"]',
    '"key": ["product_id"]',
  ),
  TW1703: explanation(
    [
      '由过账产生的流水和余额只能查看和导出。',
      'Ledgers and balances created by postings can only be listed and exported.',
    ],
    ['手工修改会使账目不符。', 'An edit by hand would break the books.'],
    ['把 x-actions 写成 ["index", "export"]。', 'Set x-actions to ["index", "export"].'],
    '"x-actions": ["index", "edit"]',
    '"x-actions": ["index", "export"]',
  ),
  TW1704: explanation(
    ['快照沿引用到达与列相符的值。', 'A snapshot follows references to a value that fits its column.'],
    ['不相符的值无法存入流水。', 'A value that does not fit cannot be stored in the ledger.'],
    ['改正路径或列的种类。', 'Correct the path or the kind of the column.'],
    '"product_name": "product_id.price"',
    '"product_name": "product_id.name"',
  ),
  TW1705: explanation(
    ['单据对一个流水只过账一次，且只用自己的明细。', 'A document posts to a ledger once and only from its own lines.'],
    ['重复过账会使数量加倍。', 'Posting twice would double the quantities.'],
    ['合并过账，each 指向自己的明细。', 'Join the postings; let each name its own lines.'],
    '"each": "supplier_id"',
    '"each": "product_detail"',
  ),
  TW1706: explanation(
    [
      '过账的类型把单据的每个选项映射到流水的选项。',
      'The kind of a posting maps every option of the document to an option of the ledger.',
    ],
    ['没有映射的单据无法过账。', 'A document whose option has no mapping cannot be posted.'],
    ['在 map 中补上缺少的选项。', 'Add the missing option to map.'],
    '"map": { "purchase": "purchase_in" }',
    '"map": { "purchase": "purchase_in", "returned": "return_in" }',
  ),
  TW1707: explanation(
    [
      '分录设置流水需要的每一列，且不设置流水自己填写的列。',
      'An entry sets every column the ledger needs and none that the ledger fills in.',
    ],
    ['缺少的列会使过账失败。', 'A posting without such a column fails.'],
    ['补上或去掉所指的列。', 'Add or remove the column that is named.'],
    '"entries": [{ "product_id": "product_id" }]',
    '"entries": [{ "product_id": "product_id", "quantity": "quantity" }]',
  ),
  TW1708: explanation(
    ['成对的分录增减相同的数量。', 'Balanced entries add and subtract the same quantity.'],
    ['否则移动会凭空增减库存。', 'A move would create or destroy stock otherwise.'],
    ['两条分录使用同一数量，一正一负。', 'Use one quantity in both entries, once negated.'],
    '"quantity": "a" … "quantity": "-b"',
    '"quantity": "a" … "quantity": "-a"',
  ),
  TW1801: explanation(
    ['状态机的状态是枚举字段的选项。', 'The states of a machine are options of enum fields.'],
    ['不是选项的状态无法存储，也没有名称。', 'A state that is no option cannot be stored and has no label.'],
    ['改正状态名，或在 x-options 中加上它。', 'Correct the state, or add it to x-options.'],
    '"from": "drafft"',
    '"from": "draft"',
  ),
  TW1802: explanation(
    ['每个状态都能到达，每个操作都能执行。', 'Every state of a machine is reachable, and every action can run.'],
    ['到不了的状态和执行不了的操作是笔误。', 'A state nobody can reach is a mistake.'],
    ['补上通向它的操作，或去掉它。', 'Add an action that leads there, or remove it.'],
    '"states": draft → done; "closed" 无人到达 / never reached',
    '"close": { "from": "done", "to": "closed" }',
  ),
  TW1803: explanation(
    ['没有出口的状态标记为最终。', 'A state without an exit is marked final.'],
    ['否则单据会意外地卡在那里。', 'Documents would get stuck there unintentionally otherwise.'],
    ['把它加入 final，或补上一个操作。', 'Add it to final, or add an action that leaves it.'],
    '"x-machine": { "field": "status", … }',
    '"x-machine": { "field": "status", "final": ["closed"], … }',
  ),
  TW1804: explanation(
    ['状态机的每个操作名称有效、不重复并有作用。', 'Every action of a machine has a valid, distinct name and effect.'],
    ['操作名同时是路由、权限和按钮。', 'The name is route, permission and button at once.'],
    ['换一个未被占用的名称。', 'Choose a name that is not taken.'],
    '"actions": { "edit": { … } }',
    '"actions": { "correct": { … } }',
  ),
  TW1805: explanation(
    ['操作的每次过账都能由另一个操作冲回。', 'Every posting of an action can be reversed by another action.'],
    ['记错的单据必须能更正。', 'A mistake has to be correctable.'],
    ['加上带 reverse 的操作，并用 undo 指向它。', 'Add an action with reverse, and name it in undo.'],
    '"audit": { "effects": [{ "post": "receive" }] }',
    '"audit": { …, "undo": "unaudit" }, "unaudit": { "effects": [{ "reverse": "receive" }] }',
  ),
  TW1806: explanation(
    ['一个效果只做一件事，且它存在。', 'An effect does exactly one thing, and that exists.'],
    ['顺序由列表决定，一项两件事没有确定的顺序。', 'The list gives the order; two things in one item have none.'],
    ['每项只写 post、reverse、run 之一。', 'Write one of post, reverse and run in each item.'],
    '{ "post": "receive", "run": "notify" }',
    '{ "post": "receive" }, { "run": "notify" }',
  ),
  TW1807: explanation(
    ['操作的输入存在，且只有 to 改变状态。', 'The inputs of an action exist, and only "to" changes a state.'],
    ['作为输入的状态会绕过状态机。', 'A state as input would bypass the machine.'],
    ['改正字段名，或去掉状态字段。', 'Correct the field, or remove the field of the state.'],
    '"input": ["status"]',
    '"input": ["reason"]',
  ),
  TW1808: explanation(
    [
      '提示中的占位符是数字，且各语言相同。',
      'The placeholders of a message name numbers and are the same in every language.',
    ],
    ['缺少的占位符会让一种语言少一个数值。', 'One language would lack a figure otherwise.'],
    ['在每种语言中使用相同的占位符。', 'Use the same placeholders in every language.'],
    '{ "zh-cn": "缺 {missing}", "en": "Short" }',
    '{ "zh-cn": "缺 {missing}", "en": "Short by {missing}" }',
  ),
  TW2101: explanation(
    ['两个 main 文件加载每个模块。', 'Both main files load every module.'],
    [
      '没有加载的模块没有表、路由和页面，也不报错。',
      'A module that is not loaded has no tables, routes and pages, without any error.',
    ],
    [
      '运行 tablewright add module <名称>，它补上所需的行。',
      'Run tablewright add module <name>, which adds the lines.',
    ],
    'runtime/main.server.ts: modules: [{ manifest: system, server: null }]',
    'runtime/main.server.ts: modules: [{ manifest: shop, server: null }, { manifest: system, server: null }]',
  ),
  TW2102: explanation(
    [
      'schema 指定的每个控件和单元格都由模块实现。',
      'The module implements every widget and cell that its schemas name.',
    ],
    ['没有实现时，打开页面会看到错误。', 'Without it, the page would show an error.'],
    [
      '运行 tablewright add widget <模块>/<名称>，或改正名称。',
      'Run tablewright add widget <module>/<name>, or correct the name.',
    ],
    '"x-widget": "swach"',
    '"x-widget": "swatch"',
  ),
  TW2103: explanation(
    ['操作运行的每个效果都由模块实现。', 'The module implements every effect that its actions run.'],
    ['没有实现的操作执行时会失败。', 'The action would fail when somebody runs it.'],
    ['在 defineServerModule 的 effects 中加上它。', 'Add it to effects of defineServerModule.'],
    'effects: {}',
    "effects: { 'shop/order': { notify } }",
  ),
  TW2104: explanation(
    [
      '钩子、toolbar 和 panels 属于存在的实体；表单和列表属于本模块的实体。',
      'Hooks, toolbar and panels belong to entities that exist, forms and lists to entities of their own module.',
    ],
    [
      '其他钩子永远不会运行，它所防止的事就会发生；其他表单和列表永远不会显示。',
      'Any other hook never runs, and what it should prevent happens; any other form or list is never shown.',
    ],
    ['改成实体的 $id。', 'Write the $id of the entity.'],
    "hooks: { 'shop/brnad': brandHooks }",
    "hooks: { 'shop/brand': brandHooks }",
  ),
  TW2105: explanation(
    ['服务端声明的每个页面都有组件。', 'Every page that the server part declares has a component.'],
    ['没有组件的页面出现在菜单中，却打不开。', 'The menu would list a page that cannot be opened.'],
    ['在 defineWebModule 的 pages 中加上它。', 'Add it to pages of defineWebModule.'],
    'pages: {}',
    "pages: { 'shop/overview': () => import('./Overview.tsx').then((file) => file.Overview) }",
  ),
  TW2106: explanation(
    ['每个效果只由一个模块实现。', 'Every effect is supplied by one module.'],
    [
      '有两个实现时，模块的顺序会决定操作做什么，因此服务器不会启动。',
      'With two of them, the order of the modules would decide what the action does, so the server does not start.',
    ],
    [
      '删除其中一个；要补充另一个模块的操作，请写钩子。',
      'Remove one of them; write a hook to add something to what an action of another module does.',
    ],
    "effects: { 'shop/order': { notify } }, in shop and in helpdesk",
    "effects: { 'shop/order': { notify } }, in shop only",
  ),
  TW2107: explanation(
    [
      '主题只有固定的颜色和圆角：颜色为六位十六进制，圆角以像素计。',
      'A theme has certain colors, of six hexadecimal digits, and corners, in pixels.',
    ],
    ['其他名称和值不会生效。', 'Other names and values have no effect.'],
    ['改正名称或值。', 'Correct the name or the value.'],
    "defineTheme({ light: { acent: '#6b3fa0' }, shape: { radius: 'large' } })",
    "defineTheme({ light: { accent: '#6b3fa0' }, shape: { radius: '8px' } })",
  ),
  TW2108: explanation(
    [
      '文字与其底色的对比度至少为 4.5（text 为 7），线条和标记至少为 3；主按钮的文字为白色。',
      'Texts have a contrast of at least 4.5 on their grounds, text itself of 7, lines and marks of 3. ' +
        'Primary buttons have white text.',
    ],
    ['对比度不足时，视力较弱的人看不清文字。', 'People with weak eyesight could not read it otherwise.'],
    [
      '在浅色主题中选更深的颜色，在深色主题中选更浅的颜色；主按钮的颜色总是要足够深。',
      'Choose a darker color in the light theme and a lighter one in the dark theme; primary is dark in both.',
    ],
    "defineTheme({ light: { accent: '#e0a0ff' } })",
    "defineTheme({ light: { accent: '#6b3fa0' } })",
  ),
  TW2109: explanation(
    ['模块只能使用现有的钩子。', 'The hooks of a module are those that there are.'],
    [
      '没有任何操作会运行其他名称的钩子，其中的检查也就不起作用，因此服务器不会启动。以前版本的钩子有新的替代。',
      'No operation runs a hook of another name, so a check in it would refuse nothing: the server does not start. ' +
        'Hooks of earlier versions have successors.',
    ],
    ['按提示改用其他钩子，或改正名称。', 'Use the hook that the hint names, or correct the name.'],
    "hooks: { 'shop/brand': { async afterSave(scope, trx, ids, changed) {} } }",
    "hooks: { 'shop/brand': { async afterWrite(scope, trx, { action, ids, changed }) {} } }",
  ),
  TW2110: explanation(
    ['模块的每个代码文件都可以解析。', 'Every file of the code of a module can be parsed.'],
    [
      '有语法错误的文件无法构建，它的页面也打不开；dev 会继续运行上一个可用的状态。',
      'A file with a syntax error cannot be built, and its page cannot be opened; dev goes on with the last state ' +
        'that worked.',
    ],
    ['改正指出的位置。', 'Correct the place that is named.'],
    'export const total = (a, b => a + b',
    'export const total = (a, b) => a + b',
  ),
}
