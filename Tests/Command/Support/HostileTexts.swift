/// The texts of hostile feeds and templates.
extension HostileMaterial {
  /// An article whose front matter and Markdown name files outside of the assets.
  static let article = """
    ---
    title: Article
    cover: /etc/passwd
    authors:
      - name: Ann
        avatar: ../secret.png
    ---
    ![one](file:///etc/passwd) ![two](../secret.png) <img src="/etc/passwd">

    """

  /// The declarations of entities that are files, as a document of XML begins.
  private static let entities = """
    <?xml version="1.0"?>
    <!DOCTYPE x SYSTEM "file:///etc/passwd" [<!ENTITY a SYSTEM "file:///etc/passwd">
    <!ENTITY b SYSTEM "secret.md"><!ENTITY % c SYSTEM "http://127.0.0.1:9/a.dtd"> %c;]>
    <?xml-stylesheet href="file:///etc/passwd" type="text/xsl"?>
    """

  /// Feeds by the names of their files.
  static let feeds = [
    "entities.rss": entities + """
      <rss version="2.0" xmlns:xi="http://www.w3.org/2001/XInclude" \
      xmlns:media="http://search.yahoo.com/mrss/"><channel><title>&a;</title><item>
      <title>&a; &b;</title><description>&lt;img src="file:///etc/passwd"> &a;
      <xi:include href="file:///etc/passwd" parse="text"/></description>
      <enclosure url="file:///etc/passwd" type="image/png" length="1"/>
      <media:thumbnail url="/etc/passwd"/></item></channel></rss>
      """,
    "entities.atom": entities + """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="file:///etc/"><title>&a;</title><entry>
      <title>&b;</title><content type="html" src="file:///etc/passwd">&a;</content>
      <link rel="enclosure" type="image/png" href="passwd"/>
      <link rel="enclosure" type="image/png" href="file:///etc/passwd"/></entry></feed>
      """,
    "encoding.rss": """
    <?xml version="1.0" encoding="../../../../etc/passwd"?>
    <rss version="2.0"><channel><item><title>a</title></item></channel></rss>
    """,
    "mastodon.json": #"""
    [{"id":"1","created_at":"2024-05-01T10:00:00.000Z","language":"../../../etc/passwd",
      "content":"<p>Hi :cat: <img src='file:///etc/passwd'></p>",
      "account":{"acct":"ann","display_name":"Ann :cat:","avatar":"/etc/passwd",
        "emojis":[{"shortcode":"cat","url":"file:///etc/passwd"}]},
      "emojis":[{"shortcode":"cat","url":"../secret.png"}],
      "media_attachments":[{"type":"image","url":"../secret.png"},
        {"type":"image","url":"/etc/passwd"}],
      "card":{"url":"file:///etc/passwd","image":"file:///etc/passwd"}}]
    """#,
    "outbox.json": #"""
    {"@context":"file:///etc/passwd","id":"file:///etc/passwd","type":"OrderedCollection",
     "first":"file:///etc/passwd","orderedItems":[{"id":"a","type":"Create",
     "actor":"file:///etc/passwd","object":{"id":"n","type":"Note","content":"<p>Hi</p>",
     "attachment":[{"type":"Document","mediaType":"image/png","url":"/etc/passwd"},
      {"type":"Document","mediaType":"image/png","url":"../secret.png"}]}}]}
    """#,
    "table.csv": """
    id,title,image,avatar,body_html
    ../../1,One,/etc/passwd,../secret.png,<img src="file:///etc/passwd">
    2,Two,file:///etc/passwd,out.png,x

    """,
    "items.json": #"""
    {"version":"https://jsonfeed.org/version/1.1","title":"t","icon":"file:///etc/passwd",
     "next_url":"file:///etc/passwd","items":[{"id":"1","content_html":"<img src='/etc/passwd'>",
     "image":"file:///etc/passwd","banner_image":"../secret.png",
     "attachments":[{"url":"/etc/passwd","mime_type":"image/png"}]}]}
    """#,
    "article.markdown": article,
  ]

  /// Templates by name.
  static let templates = [
    "names": """
    body:
      column:
        - include: card
        - include: parts.yaml
        - text: "{n|number} {n|count} {n|percent} {t|longDate} {t|relative} {title|upper}"
          language: "{language}"
        - image: "{image}"
          width: 20
          height: 20
        - image: /etc/passwd
          width: 20
          height: 20
        - image: ../secret.png
          width: 20
          height: 20

    """,
    "includes-above": "body: {column: [{include: ../secret.yaml}]}\n",
    "includes-absolute": "body: {column: [{include: /etc/passwd}]}\n",
    "includes-link": "body: {column: [{include: link.yaml}]}\n",
  ]

  /// The item of these templates.
  static let item = #"""
    {"n":1234567.5,"t":"2026-05-01T10:00:00Z","language":"../../../../../../etc/passwd",
     "lang":"../../../../../../etc/passwd","image":"file:///etc/passwd","avatar":"../secret.png",
     "title":"x","c":[1],"u":"file:///etc/passwd"}
    """#
}
