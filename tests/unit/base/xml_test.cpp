// XML: elements, attributes, text, and what is no XML.
#include "base/xml.hpp"

#include <gtest/gtest.h>

namespace unda::xml::xml_test {

TEST(Xml, HasElementsAttributesAndText) {
  const Element root = parse(
      "\xef\xbb\xbf<?xml version=\"1.0\"?>\n<!-- a comment -->\n<q:a xmlns:q='u' code=\"x &amp; y\">\n <b> 1.5 "
      "</b><b/>\n <c><d>&lt;&#65;"
      "&#xe9;<![CDATA[<&>]]></d></c>\n</q:a>\n");
  EXPECT_EQ(root.name, "a");
  EXPECT_EQ(root.line, 3);
  EXPECT_EQ(root.attribute("code"), "x & y");
  EXPECT_EQ(root.attribute("none"), "");
  ASSERT_EQ(root.all("b").size(), 2U);
  EXPECT_EQ(root.child("b")->text, "1.5");
  EXPECT_EQ(root.child("b")->line, 4);
  ASSERT_NE(root.at("c/d"), nullptr);
  EXPECT_EQ(root.at("c/d")->text, "<A\xc3\xa9<&>");
  EXPECT_EQ(root.at("c/e"), nullptr);
  EXPECT_EQ(root.at("e/d"), nullptr);
}

TEST(Xml, WritesWhatItReads) {
  const std::string text = "a < b & \"c\" > d";
  EXPECT_EQ(parse("<x y=\"" + escaped(text) + "\">" + escaped(text) + "</x>").attribute("y"), text);
  EXPECT_EQ(parse("<x>" + escaped(text) + "</x>").text, text);
}

TEST(Xml, RefusesWhatIsDamaged) {
  const std::string deep(100000, '<');
  for (const std::string text :
       {"", "text", "<a>", "<a></b>", "<a b=c></a>", "<a b=\"c></a>", "<a>&none;</a>", "<a>&#0;</a>", "<a>&amp</a>",
        "<a/><b/>", "<!DOCTYPE a [<!ENTITY b \"c\">]><a>&b;</a>", "<a><!-- </a>", "< a/>", "<a"})
    EXPECT_THROW(parse(text), Damage) << text;
  std::string nested;
  for (int n = 0; n < 100000; ++n) nested += "<a>";
  EXPECT_THROW(parse(nested), Damage);
  EXPECT_THROW(parse(deep), Damage);
  try {
    parse("<a>\n<b>\n</c></a>");
    FAIL();
  } catch (const Damage& found) {
    EXPECT_EQ(found.line, 3);
  }
}

}  // namespace unda::xml::xml_test
