/** English names of the goods, their variants and sizes, and of the categories they are in. */
import { readEntries } from './dictionary.ts'

export const goods = readEntries(`
  食品饮料: Food and drinks, 休闲零食: Snacks, 膨化食品: Crisps and puffs, 薯片: potato chips, 虾条: prawn crackers
  米果: rice crackers, 玉米卷: corn puffs, 原味: original, 番茄味: tomato, 烧烤味: barbecue, 海苔味: seaweed
  香辣味: spicy, 坚果炒货: Nuts, 巴旦木仁: almonds, 夏威夷果: macadamia nuts, 开心果: pistachios, 腰果仁: cashews
  盐焗: salted, 奶香: creamy, 蜂蜜: honey, 炭烧: charcoal-roasted
  酒水饮料: Drinks, 果汁饮料: Juices, 橙汁: orange juice, 苹果汁: apple juice, 葡萄汁: grape juice, 芒果汁: mango juice
  鲜榨: freshly pressed, 低糖: low sugar, 果粒: with pulp, 冷压: cold-pressed, NFC: not from concentrate
  茶饮咖啡: Tea and coffee, 乌龙茶饮料: oolong tea, 茉莉花茶饮料: jasmine tea, 拿铁咖啡饮料: latte
  美式咖啡饮料: black coffee, 无糖: sugar-free, 经典: classic, 浓香: rich, 冷萃: cold brew
  粮油调味: Staples and seasonings, 米面杂粮: Rice and flour, 长粒香米: long-grain rice, 高筋小麦粉: bread flour
  黄小米: millet, 荞麦挂面: buckwheat noodles, 东北: northern, 有机: organic, 家庭装: family pack, 精选: selected
  当季: new harvest, 酱油醋酱: Sauces and vinegar, 酿造酱油: soy sauce, 陈醋: aged vinegar, 黄豆酱: soybean paste
  蚝油: oyster sauce, 特级: premium, 零添加: no additives, 减盐: less salt, 家用: household, 金标: gold label

  生鲜冷链: Fresh and frozen, 乳品蛋类: Dairy and eggs, 低温乳品: Chilled dairy, 鲜牛奶: fresh milk
  风味酸奶: flavoured yoghurt, 乳酸菌饮品: probiotic drink, 希腊酸奶: Greek yoghurt, 草莓: strawberry
  黄桃: yellow peach, 零蔗糖: no added sugar, 高钙: high calcium, 蛋及蛋制品: Eggs, 鲜鸡蛋: fresh eggs
  柴鸡蛋: free-range eggs, 咸鸭蛋: salted duck eggs, 松花蛋: century eggs, 农家: farm, 谷物: grain-fed
  富硒: selenium-rich, 礼盒: gift box, 鲜肉水产: Meat and fish, 冷鲜肉品: Chilled meat, 猪里脊: pork tenderloin
  牛腱子: beef shank, 鸡胸肉: chicken breast, 羊腿肉: leg of lamb, 冷鲜: chilled, 山林: woodland, 精修: trimmed
  冷冻水产: Frozen fish, 带鱼段: hairtail pieces, 虾仁: peeled prawns, 鱿鱼须: squid tentacles, 鳕鱼排: cod fillets
  船冻: frozen at sea, 深海: deep-sea, 单冻: individually frozen, 急冻: flash-frozen, 速冻食品: Frozen food
  速冻面点: Dumplings and dough, 猪肉水饺: pork dumplings, 奶黄包: custard buns, 葱油手抓饼: scallion pancakes
  鲜肉小馄饨: pork wontons, 手工: handmade, 薄皮: thin-skinned, 早餐: breakfast, 儿童: children's
  冰淇淋: Ice cream, 香草冰淇淋: vanilla ice cream, 巧克力脆皮雪糕: chocolate-coated ice cream
  绿豆冰棍: mung bean ice lolly, 抹茶甜筒: matcha cone, 迷你: mini, 浓醇: extra creamy

  个护清洁: Care and cleaning, 个人护理: Personal care, 洗发沐浴: Shampoo and shower, 洗发露: shampoo
  护发素: conditioner, 沐浴露: shower gel, 洗手液: hand soap, 柔顺: smoothing, 控油: oil control, 茶树: tea tree
  樱花香: cherry blossom, 氨基酸: amino acid, 口腔护理: Oral care, 牙膏: toothpaste, 软毛牙刷: soft toothbrush
  漱口水: mouthwash, 牙线棒: floss picks, 薄荷: mint, 亮白: whitening, 抗敏: for sensitive teeth
  竹炭: bamboo charcoal, 家居清洁: Household cleaning, 衣物洗护: Laundry, 洗衣液: liquid detergent
  洗衣凝珠: laundry pods, 柔顺剂: fabric softener, 衣领净: collar cleaner, 薰衣草香: lavender, 除菌: antibacterial
  深层洁净: deep clean, 婴幼儿: baby, 低泡: low foam, 厨卫清洁: Kitchen and bathroom, 洗洁精: washing-up liquid
  油污净: degreaser, 洁厕液: toilet cleaner, 管道疏通剂: drain cleaner, 柠檬: lemon, 强力: extra strong
  浓缩: concentrated, 海盐: sea salt, 泡沫型: foaming, 纸品棉品: Paper and cotton, 生活用纸: Household paper
  抽纸: facial tissues, 卷纸: toilet paper, 厨房用纸: kitchen towels, 手帕纸: pocket tissues, 竹浆: bamboo pulp
  原木浆: virgin pulp, 加厚四层: four-ply, 无香: unscented, 大规格: large, 湿巾棉品: Wipes and cotton
  清洁湿巾: cleaning wipes, 洗脸巾: face towels, 化妆棉: cotton pads, 棉签: cotton swabs, 纯水: pure water
  加厚: thick, 珍珠纹: pearl texture, 便携: portable, 大包: large pack

  五金工具: Hardware and tools, 手动工具: Hand tools, 扳手钳类: Wrenches and pliers, 活动扳手: adjustable wrench
  两用扳手: combination wrench, 钢丝钳: combination pliers, 尖嘴钳: needle-nose pliers, 铬钒钢: chrome vanadium
  省力: labour-saving, 镀镍: nickel-plated, 绝缘柄: insulated handle, 加长: long, 螺丝批组: Screwdrivers
  十字螺丝刀: Phillips screwdriver, 一字螺丝刀: slotted screwdriver, 内六角扳手组: hex key set, 批头套装: bit set
  带磁: magnetic, 防滑柄: anti-slip handle, 精密: precision, 棘轮: ratchet, 电工照明: Electrical and lighting
  开关插座: Switches and sockets, 五孔插座: five-pin socket, 双控开关: two-way switch, 电视插座: TV socket
  USB插座: USB socket, 雅白: white, 星空灰: space grey, 香槟金: champagne, 防溅: splash-proof
  阻燃: flame-retardant, 照明灯具: Lamps, LED球泡灯: LED bulb, LED灯管: LED tube, 吸顶灯: ceiling lamp
  应急灯: emergency light, 暖白: warm white, 正白: cool white, 护眼: flicker-free, 感应: motion sensor
  节能: energy-saving, 紧固耗材: Fasteners and tapes, 螺栓螺母: Bolts and nuts, 外六角螺栓: hex bolts
  法兰螺母: flange nuts, 自攻螺钉: self-tapping screws, 膨胀螺栓: expansion bolts, 304不锈钢: stainless steel 304
  镀锌: galvanised, 发黑: black oxide, 8.8级: grade 8.8, 胶带扎带: Tapes, 电工胶带: electrical tape
  封箱胶带: packing tape, 布基胶带: duct tape, 生料带: thread seal tape, 透明: transparent, 黑色: black
  加宽: extra wide, 耐低温: cold-resistant

  家居日用: Home, 厨房用具: Kitchenware, 锅具: Pots and pans, 炒锅: wok, 汤锅: stockpot, 平底锅: frying pan
  奶锅: saucepan, 不粘: non-stick, 精铁: wrought iron, 不锈钢: stainless steel, 麦饭石色: stone-coloured
  珐琅: enamelled, 餐具水具: Tableware, 汤碗: soup bowl, 餐盘: dinner plate, 玻璃杯: glass, 保温杯: thermos mug
  釉下彩: underglaze, 纯白: pure white, 磨砂: frosted, 竖纹: ribbed, 双层: double-walled, 床品布艺: Textiles
  毛巾浴巾: Towels, 毛巾: hand towel, 浴巾: bath towel, 方巾: face cloth, 干发帽: hair towel
  长绒棉: long-staple cotton, 竹纤维: bamboo fibre, 素色: plain, 提花: jacquard, 速干: quick-drying
  床上用品: Bedding, 四件套: four-piece set, 被套: duvet cover, 枕套: pillowcase, 夏凉被: summer quilt
  水洗棉: washed cotton, 60支长绒棉: fine cotton, 格纹: checked, 天丝: lyocell, 收纳鞋品: Storage and footwear
  收纳用品: Storage, 收纳箱: storage box, 抽屉分隔盒: drawer divider, 压缩袋: vacuum bag, 置物架: shelf unit
  可叠放: stackable, 带轮: with wheels, 布艺: fabric, 居家鞋品: Slippers, 凉拖鞋: sliders, 棉拖鞋: warm slippers
  浴室拖鞋: bath slippers, 雨鞋: rain boots, 防滑: non-slip, 轻便: light, 加绒: fleece-lined, 厚底: thick-soled
  静音: silent

  办公文具: Office supplies, 书写用品: Writing, 中性笔: Gel pens, 按动中性笔: retractable gel pen
  直液式走珠笔: rollerball pen, 速干中性笔: quick-dry gel pen, 签字笔: fineliner, 蓝色: blue, 红色: red
  墨蓝: blue-black, 大容量: high capacity, 标记笔: Markers, 白板笔: whiteboard marker, 荧光笔: highlighter
  油性记号笔: permanent marker, 勾线笔: outline pen, 单头: single-tip, 双头: dual-tip, 细头: fine-tip
  粗头: broad-tip, 可加墨: refillable, 纸本册夹: Paper and filing, 打印纸: Printing paper, 复印纸: copy paper
  彩色打印纸: coloured paper, 热敏纸: thermal paper, 相片纸: photo paper, 70克: 70 g, 80克: 80 g
  高白: extra white, 再生: recycled, 双面: double-sided, 本册文件夹: Notebooks and folders, 线圈笔记本: spiral notebook
  硬面抄: hardcover notebook, 档案盒: archive box, 抽杆夹: slide binder, A5: A5, B5: B5, A4: A4, 彩色: coloured
  办公设备: Office equipment, 桌面设备: Desktop equipment, 碎纸机: shredder, 塑封机: laminator
  标签打印机: label printer, 计算器: calculator, 商务: business, 蓝牙: Bluetooth, 大屏: large display
  打印耗材: Printer supplies, 硒鼓: toner cartridge, 墨盒: ink cartridge, 碳带: ribbon, 墨水: ink, 青色: cyan
  品红: magenta, 黄色: yellow, 易加粉: refill-ready
`)

/** Sizes without a count of packages. */
export const sizes = readEntries(`
  散装称重: loose by weight, 真空分割: vacuum-packed cuts, 托盘装: tray, 冰衣10%: 10 % glaze, 冰衣20%: 20 % glaze
  单支装: single, 三支装: pack of 3, 单件装: single, 9件套: set of 9, 32件套: set of 32, 86型: type 86
  118型: type 118, 120型: type 120, 6寸: 6 in, 8寸: 8 in, 10寸: 10 in, 单只装: single, 四只装: set of 4
  六只装: set of 6, 单条装: single, 两条装: pack of 2, 礼盒装: gift box, 1.2m床: 1.2 m bed, 1.5m床: 1.5 m bed
  1.8m床: 1.8 m bed, 小号: small, 中号: medium, 大号: large, 36-37码: size 36–37, 40-41码: size 40–41
  42-43码: size 42–43, 单支: single, 6支装: pack of 6, 10支装: pack of 10, 单件: single, 4件装: pack of 4
  10件装: pack of 10, 家用款: home model, 办公款: office model, 专业款: professional model, 标准容量: standard yield
  双支装: pack of 2, 小包装: small pack, 标准装: standard pack, 10枚: 10 pieces, 20枚: 20 pieces, 30枚: 30 pieces
  整箱12提: carton of 12, 整箱24包: carton of 24, 整箱30包: carton of 30
`)

/** Packages that are counted, after a number: `40g×24袋`. */
export const packages = readEntries(`
  袋: bags, 瓶: bottles, 罐: cans, 杯: cups, 盒: boxes, 支: pieces, 桶: tubs, 只: pieces, 张: sheets, 包: packs
`)
