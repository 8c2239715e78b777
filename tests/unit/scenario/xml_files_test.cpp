// QuakeML and StationXML as sources and receivers.
#include <gtest/gtest.h>

#include "solution_files.hpp"

namespace unda::scenario::xml_files_test {

using namespace test;

const std::string quake =
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<q:quakeml xmlns:q=\"http://quakeml.org/xmlns/quakeml/1.2\" xmlns=\"http://quakeml.org/xmlns/bed/1.2\">\n"
    "<eventParameters publicID=\"smi:local/x\"><event publicID=\"smi:local/event/201103110546A\">\n"
    "<preferredOriginID>smi:local/hypo</preferredOriginID>\n"
    "<origin publicID=\"smi:local/hypo\"><time><value>2011-03-11T05:46:23.00Z</value></time>\n"
    "<latitude><value>36.0</value></latitude><longitude><value>139.0</value></longitude><depth><value>1</value></"
    "depth></origin>\n"
    "<origin publicID=\"smi:local/centroid\"><time><value>2011-03-11T05:46:24.50Z</value></time>\n"
    "<latitude><value>37.0200</value></latitude><longitude><value>140.0300</value></longitude>\n"
    "<depth><value>5000.0</value></depth></origin>\n"
    "<focalMechanism><momentTensor><derivedOriginID>smi:local/centroid</derivedOriginID>\n"
    "<tensor><Mrr><value>1.73e17</value></Mrr><Mtt><value>-2.81e16</value></Mtt><Mpp><value>-1.449e17</value></Mpp>\n"
    "<Mrt><value>2.12e17</value></Mrt><Mrp><value>4.55e17</value></Mrp><Mtp><value>-6.57e16</value></Mtp></tensor>\n"
    "<sourceTimeFunction><type>triangle</type><duration>2.0</duration></sourceTimeFunction>\n"
    "</momentTensor></focalMechanism></event></eventParameters></q:quakeml>\n";

const std::string station_xml =
    "<?xml version=\"1.0\"?>\n<FDSNStationXML xmlns=\"http://www.fdsn.org/xml/station/1\" schemaVersion=\"1.1\">\n"
    "<Source>x</Source><Created>2020-01-01T00:00:00Z</Created>\n<Network code=\"JP\">\n"
    "<Station code=\"AAA\"><Latitude>37.05</Latitude><Longitude>140.05</Longitude><Elevation>120</Elevation>"
    "<Site><Name>A</Name></Site></Station>\n"
    "<Station code=\"BBB\"><Latitude>36.95</Latitude><Longitude>139.93</Longitude><Elevation>0</Elevation>"
    "<Site><Name>B</Name></Site>\n<Channel code=\"HHZ\" locationCode=\"\"><Depth>10</Depth></Channel></Station>\n"
    "</Network></FDSNStationXML>\n";

/// What the same event and stations give as CMTSOLUTION and STATIONS.
class XmlFiles : public SolutionFiles {
 protected:
  std::string xml_scenario() const {
    return replaced(replaced(geographic, "\"STATIONS\"", "\"stations.xml\""), "\"CMTSOLUTION\"", "\"event.xml\"");
  }
  Scenario reading(const std::string& event, const std::string& net) const {
    write("event.xml", event);
    write("stations.xml", net);
    return read_scenario(write("x.toml", xml_scenario()), {});
  }
  std::string mistake(const std::string& event, const std::string& net) const {
    write("event.xml", event);
    write("stations.xml", net);
    const auto found = mistakes_in(write("x.toml", xml_scenario()));
    return found.empty() ? "" : found.front();
  }
};

TEST_F(XmlFiles, AreTheSameSourcesAndReceivers) {
  const Scenario a = reading(quake, station_xml);
  const Scenario b = read_scenario(write("text.toml", geographic), {});
  ASSERT_EQ(a.sources.size(), 1U);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a.sources[0].position[i], b.sources[0].position[i], 1e-6);
  for (std::size_t i = 0; i < 6; ++i)
    EXPECT_NEAR(a.sources[0].moment[i], b.sources[0].moment[i], 1e-9 * std::abs(b.sources[0].moment[i]));
  EXPECT_EQ(a.sources[0].time_function.sigma, b.sources[0].time_function.sigma);
  EXPECT_EQ(a.time_zero, b.time_zero);  // origin time and a shift of 1.5 s, or the centroid's own time
  EXPECT_EQ(a.event_name, "201103110546A");
  EXPECT_NEAR(*b.origin_after_zero, 6 * b.sources[0].time_function.sigma - 1.5, 1e-5);
  ASSERT_EQ(a.receivers[0].positions.size(), 2U);
  EXPECT_EQ(a.receivers[0].labels, b.receivers[0].labels);
  for (std::size_t r = 0; r < 2; ++r)
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_NEAR(a.receivers[0].positions[r][i], b.receivers[0].positions[r][i], 1e-6);
}

#define EXPECT_HAS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST_F(XmlFiles, WhatIsWrongNamesItsLine) {
  EXPECT_HAS(mistake(replaced(quake, "<Mrr><value>1.73e17", "<Mrr><value>x"), station_xml),
             "event.xml:11: Mrr/value: found 'x'; must be a number");
  EXPECT_HAS(mistake(replaced(quake, "5000.0", "-5"), station_xml), "must be 0 or more");
  EXPECT_HAS(mistake(replaced(quake, "</momentTensor>", ""), station_xml), "event.xml:14: is no XML");
  EXPECT_HAS(mistake(replaced(replaced(quake, "<tensor>", "<other>"), "</tensor>", "</other>"), station_xml),
             "has no focalMechanism/momentTensor/tensor");
  EXPECT_HAS(mistake(replaced(quake, "<duration>2.0", "<duration>0"), station_xml), "half duration is 0");
  EXPECT_HAS(mistake(station_xml, station_xml), "a QuakeML has <quakeml>");
  EXPECT_HAS(mistake(quake, quake), "a StationXML has <FDSNStationXML>");
  EXPECT_HAS(mistake(quake, replaced(station_xml, "<Latitude>37.05</Latitude>", "")),
             "stations.xml:5: <Station> has no Latitude");
  EXPECT_HAS(mistake(quake, replaced(station_xml, "<Depth>10", "<Depth>-10")), "must be 0 or more");
  EXPECT_HAS(mistake(quake, "<FDSNStationXML/>"), "holds no station");
}

}  // namespace unda::scenario::xml_files_test
